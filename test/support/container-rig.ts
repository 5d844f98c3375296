/** The plugin of containers beside engines made for a test. */
import { plain, type Reason } from '../../src/core/said.ts';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { Host } from '../../src/core/host.ts';
import { createSources } from '../../src/measure/sampler/sources.ts';
import { createRecordedHost } from './fake-host.ts';
import { idOf } from './fake-docker.ts';
import { optionsFrom } from './step-plugin.ts';
import { temporaryTree } from './temporary-directory.ts';
import states from '../../src/measure/plugins/containers/container-states.ts';
import plugin from '../../src/measure/plugins/containers/containers.ts';
import { engines } from '../../src/measure/plugins/containers/engines.ts';
import type { ContainerItem } from '../../src/measure/plugins/containers/item.ts';

export const RUN = {
  'run/.keep': '',
  'var/run/.keep': '',
  'run/podman/.keep': '',
  'run/user/1000/podman/.keep': '',
};

export const DOCKER = 'var/run/docker.sock';

export const PODMAN = 'run/podman/podman.sock';

export type State = Awaited<ReturnType<ReturnType<typeof states.create>['read']>>[number];

/** Both plugins of containers on a host, which share its engines; each reading is a tick of its own. */
export function readersOn(host: Host, section: Record<string, string> = {}) {
  const options = optionsFrom(plugin, section) as never;
  const notices = new Map<string, string | null>();
  /** Extra reads that were requested, in milliseconds. */
  const asked: number[] = [];
  const sources = createSources({ host, optionsOf: () => options, notice: () => {}, isWatched: () => true });
  const context = {
    host,
    options,
    use: ((source: never) => () => sources.read(source)) as never,
    instance: ((source: unknown) =>
      source === engines ? sources.instance(engines) : { order: () => 'name' }) as never,
    refresh: 2,
    again: (ms: number) => void asked.push(ms),
    notice: (topic: string, reason: Reason | null) => void notices.set(topic, reason && plain(reason)),
  };
  const [reader, stateReader] = [plugin.create(context), states.create(context)];
  return {
    asked,
    async read() {
      sources.nextTick();
      return (await reader.read()) as ContainerItem[];
    },
    async states() {
      sources.nextTick();
      return (await stateReader.read()) as State[];
    },
    latest: () => sources.instance(engines).latest(),
    reason: () => notices.get('engines') ?? null,
  };
}

/** `limitMs`: limit of requests to engines, for a test that waits for it. */
function hostAt(root: string, limitMs: number) {
  const host = createRecordedHost(root);
  const within = <Limits extends { timeoutMs: number }>(limits: Limits): Limits => ({
    ...limits,
    timeoutMs: Math.min(limits.timeoutMs, limitMs),
  });
  return createRecordedHost(root, {
    clock: host.clock,
    service(address) {
      const service = host.service(address);
      return {
        ...service,
        getJson: (path, limits) => service.getJson(path, within(limits)),
        getStart: (path, limits) => service.getStart(path, within(limits)),
      };
    },
  });
}

/** The plugin on a host with these files, on a manual clock. */
export function setUp(
  files: Record<string, string> = {},
  section: Record<string, string> = {},
  limitMs = Infinity,
) {
  const root = temporaryTree({ ...RUN, ...files });
  const host = hostAt(root, limitMs);
  const readers = readersOn(host, section);
  return {
    host,
    at: (path: string) => join(root, path),
    ...readers,
    names: async () => (await readers.read()).map(({ name }) => name),
    /** Advances time and waits for the engines; timers of the plugin run on the clock of the host. */
    async later(ms: number) {
      await host.clock.advance(ms);
      await new Promise((resolve) => setTimeout(resolve, 30));
    },
  };
}

/** Reads every two seconds of the host's clock until the reading is as expected. */
export async function eventually(
  rig: ReturnType<typeof setUp>,
  check: (items: ContainerItem[]) => void,
): Promise<void> {
  await vi.waitFor(
    async () => {
      await rig.later(2000);
      check(await rig.read());
    },
    { interval: 5 },
  );
}

export const event = (Action: string, name: string) => ({
  Type: 'container',
  Action,
  Actor: { ID: idOf(name) },
});
