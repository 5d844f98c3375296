/** All running exporters. */
import { createScrubber } from '../../net/deliver/scrub.ts';
import type { Cycles } from './cycles.ts';
import { offState } from './exporter-state.ts';
import type { ExporterState } from '../metrics/exporters.ts';
import type { ChosenExporters } from './resolve.ts';
import { createRunner, type Runner, type RunnerSetup } from './runner.ts';

interface ExportsSetup extends Omit<RunnerSetup, 'resolved' | 'queueBytes' | 'sends' | 'cycle'> {
  chosen: ChosenExporters;
  cycles: Cycles;
}

export interface Exports extends Pick<Runner, 'start' | 'stop'> {
  states(): ExporterState[];
  /** False if none has this name. */
  flush(name: string): boolean;
  /** Exports the current values with all exporters. */
  runCycle(): Promise<void>;
  /** Waits until all queues are empty, or for a timeout; does not wait for unreachable targets. */
  drained(ms: number): Promise<void>;
}

export function createExports({ chosen, cycles, ...shared }: ExportsSetup): Exports {
  const { running, off } = chosen;
  const runners = new Map<string, Runner>(
    running.map((one) => [
      one.name,
      createRunner({
        ...shared,
        resolved: one,
        queueBytes: shareOf(one, running),
        sends: cycles.pluginsOf(one.common),
        cycle: cycles.createSource(one.common, one.exporter.isWhole === true),
      }),
    ]),
  );
  const notRunning = off.map(({ name, exporter, options, common }) =>
    offState({
      name,
      type: exporter.name,
      target: createScrubber(exporter.options, options)(exporter.target(options)),
      interval: common.interval || shared.refresh,
      plugins: [],
    }),
  );
  const all = <T>(work: (runner: Runner) => Promise<T>) => Promise.all([...runners.values()].map(work));
  return {
    start: async () => void (await all((runner) => runner.start())),
    states: () => [...[...runners.values()].map((runner) => runner.state()), ...notRunning],
    flush(name) {
      const runner = runners.get(name);
      runner?.flush();
      return runner !== undefined;
    },
    runCycle: async () => void (await all((runner) => runner.runCycle())),
    drained: async (ms) => void (await all((runner) => runner.drained(ms))),
    stop: async () => void (await all((runner) => runner.stop())),
  };
}

/** Default size of all queues together; a larger configured queue keeps its size. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Returns the configured sizes if all fit, otherwise in proportion. */
export function shareOf(
  { common }: { common: { queue_bytes: number } },
  all: readonly { common: { queue_bytes: number } }[],
): number {
  const sizes = all.map((one) => one.common.queue_bytes);
  const sum = sizes.reduce((total, size) => total + size, 0);
  const most = Math.max(MOST_BYTES, ...sizes);
  return sum <= most ? common.queue_bytes : Math.floor((common.queue_bytes * most) / sum);
}
