/** The plugin of containers beside engines made for a test. */
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { createRecordedHost } from './fake-host.ts';
import { idOf } from './fake-docker.ts';
import { optionsFrom } from './step-plugin.ts';
import { temporaryTree } from './temporary-directory.ts';
import plugin from '../../src/measure/plugins/containers/containers.ts';
import type { Item } from '../../src/measure/plugins/containers/item.ts';

export const RUN = {
  'run/.keep': '',
  'var/run/.keep': '',
  'run/podman/.keep': '',
  'run/user/1000/podman/.keep': '',
};

export const DOCKER = 'var/run/docker.sock';

export const PODMAN = 'run/podman/podman.sock';

/** The plugin on a host with these files, on a clock that stands still unless advanced. */
export function setUp(files: Record<string, string> = {}, section: Record<string, string> = {}) {
  const root = temporaryTree({ ...RUN, ...files });
  const host = createRecordedHost(root);
  const notices = new Map<string, string | null>();
  const reader = plugin.create({
    host,
    options: optionsFrom(plugin, section) as never,
    use: () => () => expect.unreachable(),
    instance: () => ({ order: () => 'name' }) as never,
    refresh: 2,
    again: () => {},
    notice: (topic, text) => void notices.set(topic, text),
  });
  const read = async () => (await reader.read()) as Item[];
  return {
    host,
    at: (path: string) => join(root, path),
    read,
    names: async () => (await read()).map(({ name }) => name),
    reason: () => notices.get('engines') ?? null,
    /** Lets time pass, and what waits for the engines end; timers of the plugin run on the clock of the host. */
    async later(ms: number) {
      await host.clock.advance(ms);
      await new Promise((resolve) => setTimeout(resolve, 30));
    },
  };
}

/** Reads every two seconds of the host's clock until the reading is as expected. */
export async function eventually(
  rig: ReturnType<typeof setUp>,
  check: (items: Item[]) => void,
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
