/** Replies of servers, through the alerts of a hub and the real notifier, to the final messages. Time is simulated. */
import type { Json } from '../../src/core/served.ts';
import type { NotifiedAlert } from '../../src/core/alert.ts';
import { type Records, storedAlerts } from '../../src/alerts/events/alert-records.ts';
import type { PastAlerts } from '../../src/core/alert-policy.ts';
import type { AlertChange } from '../../src/core/event.ts';
import { createSignal } from '../../src/core/parts/signal.ts';
import { type Configuration, loadSettings } from '../../src/run/config/load.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { createSilences } from '../../src/alerts/silences/silences.ts';
import { createSilenced } from '../../src/alerts/silences/silenced.ts';
import { calledBy, type Server } from '../../src/fleet/hub/server.ts';
import { notifiedIn, ongoingIn } from '../../src/fleet/hub/notified-alerts.ts';
import { serverVerdictIn } from '../../src/fleet/hub/server-verdict.ts';
import { afterPoll, newState, type ServerState } from '../../src/fleet/hub/state.ts';
import { watchFleetAlerts } from '../../src/fleet/hub/fleet-alerts.ts';
import { openNotifications } from '../../src/run/parts/notifications.ts';
import { createTargets } from '../../src/run/parts/targets.ts';
import { createNotifier } from '../../src/alerts/notify/notifier.ts';
import type { Send } from '../../src/alerts/notify/send.ts';
import { alertEvent } from './alert-event.ts';
import type { Target } from '../../src/alerts/notify/target.ts';
import { alertSource } from './alert-source.ts';
import { createLineJournal } from './line-journal.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createRecordedHost } from './fake-host.ts';
import { serverAt } from './fake-servers.ts';
import { sampleTarget } from './notify.ts';

/** An alert as a server answers it. */
export function serverAlert(
  type: string,
  extra: Partial<NotifiedAlert['event']> = {},
  id = 1,
): NotifiedAlert {
  const event = alertEvent(type, 80, { begin: 1_767_225_000, ...extra });
  const stat = type.toLowerCase();
  return { id, plugin: stat.split('_')[0] ?? '', field: stat, identity: null, stat, event, silenced: false };
}

interface Body {
  title: string;
  text: string;
  link?: string;
  host: string;
  event: { type: string };
  group?: { event: { type: string }; host?: string }[];
}

const NOTHING: PastAlerts = { events: [], alerts: [], lastId: 0, stoppedAt: 0 };

/** The state that a hub leaves at its end. */
export interface LeftFleet {
  clock: FakeClock;
  past: PastAlerts;
  lines: readonly string[];
  states: ServerState[];
}

/** @param text of the configuration @param servers names */
export async function createFleetRig(
  servers: readonly (string | Partial<Server>)[],
  {
    text = '',
    left = null,
    target = {},
  }: { text?: string; left?: LeftFleet | null; target?: Record<string, string> } = {},
) {
  const clock = left?.clock ?? createFakeClock();
  const messages: string[] = [];
  const texts: string[] = [];
  const told: string[] = [];
  const links: (string | undefined)[] = [];
  const journal = createLineJournal(clock, left?.lines);
  const records: Records = new Map();
  const startedAt = clock.monotonic();
  let states = servers.map((one, at) => {
    const extra = typeof one === 'string' ? { alias: one } : one;
    return newState(serverAt(at + 1, { id: `s${at + 1}`, ...extra }), startedAt);
  });
  const load = (more: string) =>
    loadSettings({
      registry: plugins,
      file: { path: '/etc/x.conf', borrowed: false },
      files: { read: () => Buffer.from(more) },
    });
  const targets = [sampleTarget('webhook', { webhook_url: 'http://h.test', group_wait: '10', ...target })];
  const send: Send = async (delivery) => {
    const body = JSON.parse(delivery.protocol === 'http' ? delivery.body : '{}') as Body;
    messages.push(body.title);
    texts.push(body.text);
    links.push(body.link);
    for (const { event, host = body.host } of body.group ?? [body]) told.push(`${event.type} of ${host}`);
    return { kind: 'sent', answer: '' };
  };
  const silences = createSilences({ clock, save: async () => {} });
  const silenced = createSilenced(silences, (id) => {
    const state = states.find(({ server }) => server.id === id);
    return state === undefined ? null : calledBy(state.server);
  });
  const changed = createSignal<AlertChange>();
  const fleet = watchFleetAlerts({
    records,
    hub: { states: () => states },
    clock,
    registry: plugins,
    journal: {
      past: left?.past ?? NOTHING,
      take: journal.take,
    },
    onAlert: changed.emit,
    onOver: silenced.ended,
  });
  const source = alertSource({ ...fleet.book, changed, stop: fleet.stop });
  const taken = createSignal<{ configuration: Configuration; targets: Target[] }>();
  const first = { configuration: await load(text), targets };
  const notifications = openNotifications({
    silenced,
    silences,
    targets: createTargets({ first, taken, browsers: null }),
    sources: [source],
    shown: null,
    causes: null,
    environment: {},
    host: createRecordedHost(new Map(), { clock, readText: () => 'hub' }),
    log: { write: () => {} },
    port: 1,
    browsers: null,
    openWith: (setup) => createNotifier({ ...setup, folder: null, send }),
  });
  notifications.start();
  fleet.start();
  const at = (name: string): number => states.findIndex(({ server }) => (server.alias ?? server.id) === name);
  const set = (name: string, change: (state: ServerState) => ServerState): void => {
    states = states.with(at(name), change(states[at(name)] as ServerState));
  };
  return {
    clock,
    messages,
    texts,
    /** `CPU_TOTAL of web`, in the order of the messages. */
    told,
    links,
    notifications,
    silences,
    silenced,
    /** The server replies with these alerts. @param notifies it has its own targets */
    answer(name: string, alerts: readonly NotifiedAlert[], notifies = false): void {
      const verdict = serverVerdictIn({
        state: 'ok',
        level: 'OK',
        sentence: '',
        counts: { critical: 0, warning: 0, careful: 0, silenced: 0 },
        alerts: [],
        notifies,
        rules: 0,
      });
      const notified = notifiedIn(JSON.parse(JSON.stringify(alerts)));
      set(name, (state) =>
        afterPoll(
          state,
          {
            status: 'ONLINE',
            values: new Map(),
            ip: null,
            ...(verdict && { verdict }),
            ...(notified && { notified }),
          },
          clock.monotonic(),
        ),
      );
    },
    /** An agent of another make answers `/api/4/alert`. */
    answerForeign(name: string, list: unknown): void {
      const notified = ongoingIn(list as Json);
      set(name, (state) =>
        afterPoll(
          state,
          { status: 'ONLINE', values: new Map(), ip: null, ...(notified && { notified }) },
          clock.monotonic(),
        ),
      );
    },
    fail(name: string): void {
      set(name, (state) =>
        afterPoll(state, { status: 'OFFLINE', reason: 'nothing listens', ip: null }, clock.monotonic()),
      );
    },
    remove(name: string): void {
      states = states.filter(({ server }) => (server.alias ?? server.id) !== name);
    },
    replace: async (more: string) => taken.emit({ configuration: await load(more), targets }),
    wait: (seconds: number) => clock.advance(seconds * 1000),
    async stop(): Promise<LeftFleet> {
      await fleet.stop();
      await notifications.stop();
      return {
        clock,
        past: journal.past(storedAlerts(records, { time: clock.now(), at: clock.monotonic() })),
        lines: journal.lines,
        states,
      };
    },
  };
}
