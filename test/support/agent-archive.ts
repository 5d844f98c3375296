/** A history on an in-memory disk, for an agent in process. */
import { Archive } from '../../src/history/archive/archive.ts';
import type { ArchiveSetup } from '../../src/history/archive/setup.ts';
import { describeSeries } from '../../src/history/archive/write/declared-series.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import type { Clock } from '../../src/core/host.ts';
import type { Store } from '../../src/core/store/store.ts';
import { createMemoryDisk } from './memory-disk.ts';

interface Sampled {
  readonly plugins: readonly Plugin[];
  readonly store: Store;
}

/** Started, with all samples that the agent has. */
export async function archiveOf(
  { plugins, store }: Sampled,
  clock: Clock,
  more: Partial<ArchiveSetup> = {},
): Promise<Archive> {
  const archive = new Archive({
    disk: createMemoryDisk(),
    path: '/state/archive',
    room: async () => ({ free: 1e11, total: 1e12 }),
    clock,
    processes: {
      self: (port) => ({ pid: 1, started: '1', world: 'here', host: 'here', port }),
      startOf: () => null,
    },
    port: 61_208,
    plugins: plugins.map(({ name }) => ({ name, history: store.history(name), paceMs: () => 2000 })),
    describe: describeSeries(plugins),
    isKept: () => true,
    programs: null,
    bounds: { maxBytes: 1e9, ages: { hour: 2 * 86_400_000, day: 90 * 86_400_000, month: 1800 * 86_400_000 } },
    minFree: () => 1e9,
    flushMs: 60_000,
    delayMs: 0,
    memory: 1200,
    log: () => {},
    onMark: () => {},
    ...more,
  });
  await archive.start();
  await archive.flush();
  return archive;
}
