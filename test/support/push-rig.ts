/** Browsers with notifications, from the page to their push service and back, with the real notifications of an agent. */
import { createFileProblems } from '../../src/core/file-problems.ts';
import { writeFileSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import type { AlertChange, AlertEvent, SavedEvent } from '../../src/core/event.ts';
import type { PushNotification } from '../../src/core/push-notification.ts';
import { createSilences } from '../../src/alerts/silences/silences.ts';
import { createHost } from '../../src/measure/host/local-host.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { loadSettings } from '../../src/run/config/load.ts';
import { browsersOf } from '../../src/run/parts/browsers.ts';
import { openNotifications } from '../../src/run/parts/notifications.ts';
import { configuredTargets } from '../../src/run/parts/resolve-targets.ts';
import { createTargets } from '../../src/run/parts/targets.ts';
import { createSilenced } from '../../src/alerts/silences/silenced.ts';
import { createPush } from '../../src/run/parts/push.ts';
import { createSignal } from '../../src/core/parts/signal.ts';
import { alertSource } from './alert-source.ts';
import { createFakeClock } from './fake-clock.ts';
import { sampleEvent } from './notify.ts';
import { pushService } from './push-service.ts';
import { temporaryTree } from './temporary-directory.ts';

export const loadText = (text: string) =>
  loadSettings({
    registry: plugins,
    file: { path: '/g.conf', borrowed: false },
    files: { read: () => Buffer.from(text) },
  });

/** A change of an alert without a verdict. */
export function alertChange(kind: AlertChange['kind'], type = 'CPU_TOTAL', id = 1): AlertChange {
  const { begin, min, max, avg, count, top, desc } = sampleEvent();
  const end = kind === 'end' ? begin + 60 : -1;
  const figures = { min, max, avg, sum: 1, count };
  const words: Pick<AlertEvent, 'desc' | 'top' | 'sort' | 'global_msg'> = {
    desc,
    top: [...top],
    sort: 'cpu_percent',
    global_msg: '',
  };
  const event: AlertEvent = { begin, end, state: 'WARNING', type, ...figures, ...words };
  return {
    kind,
    id,
    plugin: 'cpu',
    identity: null,
    field: 'total',
    stat: 'cpu_total',
    event,
    stretches: { count: 1, seconds: 0, since: begin * 1000 },
  };
}

/** @param section in place of one that allows the stand-in of a push service */
export async function pushRig(section = '') {
  const folder = temporaryTree();
  const service = await pushService();
  writeFileSync(`${folder}/ca.pem`, service.cert);
  const text = section || `[notify_all]\ntype=webpush\nprivate_addresses=True\nca_file=${folder}/ca.pem\n`;
  const environment = { STATE_DIRECTORY: folder };
  const lines: string[] = [];
  const log = { write: (level: string, line: string) => void lines.push(`${level} ${line}`), close() {} };
  const host = createHost({ root: undefined });
  const clock = createFakeClock(Date.now());
  const browsers = browsersOf(environment, 1, clock, createFileProblems(log));
  if (browsers === null) throw new Error('there is a state folder');
  const configuration = await loadText(text);
  const silences = createSilences({ clock, save: async () => {} });
  const silenced = createSilenced(silences);
  const setup = { configuration, environment, host, browsers };
  const checked = async (more: string) => {
    const next = await loadText(more);
    return { configuration: next, targets: configuredTargets(next, environment) };
  };
  const taken = createSignal<Awaited<ReturnType<typeof checked>>>();
  const targets = createTargets({ first: await checked(text), taken, browsers });
  const changed = createSignal<AlertChange>();
  const notifications = openNotifications({
    ...setup,
    log,
    port: 1,
    targets,
    sources: [alertSource({ changed })],
    shown: null,
    causes: null,
    silenced,
    silences,
  });
  notifications.start();
  onTestFinished(() => notifications.stop());
  const ongoing = new Map<number, SavedEvent>();
  const alert = (id: number): SavedEvent | null => ongoing.get(id) ?? null;
  const push = createPush({ browsers, targets, notifications, alert, silences, clock });
  const tell = (change: AlertChange): void => {
    if (change.kind === 'end') ongoing.delete(change.id);
    else ongoing.set(change.id, change);
    void changed.emit(change);
  };
  const subscriber = (name: string) => {
    const { endpoint, keys } = service.subscribe(name, push.publicKey());
    return { endpoint, ...keys, name, origin: null };
  };
  const messages = () =>
    service.taken.map(({ name, text: json }) => ({ name, ...(JSON.parse(json) as PushNotification) }));
  const received = async (count: number) => {
    await expect.poll(() => service.taken.length).toBe(count);
    return messages();
  };
  const reconfigure = async (next: string) => taken.emit(await checked(next));
  return {
    service,
    push,
    browsers,
    targets,
    notifications,
    silences,
    clock,
    tell,
    subscriber,
    taken: received,
    lines,
    folder,
    reconfigure,
    setup,
  };
}
