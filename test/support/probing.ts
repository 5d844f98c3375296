/** Plugins that record their reads, on the clock of their sampler. */
import { vi } from 'vitest';
import { createFakeClock } from './fake-clock.ts';
import { sampling } from './sampling.ts';
import { gauge } from '../../src/core/fields.ts';
import { definePlugin, type MaybePromise, type Plugin } from '../../src/core/plugin.ts';

export interface Probe {
  plugin: Plugin;
  read: ReturnType<typeof vi.fn>;
  /** Monotonic times of the reads since the last call. */
  times(): number[];
}

/** A plugin that records its reads. `clock` is that of its sampler. */
export function probing() {
  const clock = createFakeClock();
  const probe = (
    name: string,
    declared: Partial<Plugin> = {},
    does: () => MaybePromise<{ n: number } | null> = () => ({ n: 1 }),
  ): Probe => {
    let times: number[] = [];
    const read = vi.fn(() => {
      times.push(clock.monotonic());
      return does();
    });
    const plugin = definePlugin({
      name,
      description: '',
      shape: 'object',
      fields: { n: gauge('number', '') },
      create: () => ({ read }),
      ...(declared as object),
    });
    const taken = () => {
      const all = times;
      times = [];
      return all;
    };
    return { plugin, read, times: taken };
  };
  return { clock, probe };
}

/** Starts the plugins of the probes and forgets the reads of the start. */
export async function running(clock: ReturnType<typeof createFakeClock>, ...probes: Probe[]) {
  const rig = sampling(
    probes.map(({ plugin }) => plugin),
    { clock },
  );
  await rig.started();
  for (const { times } of probes) times();
  return rig;
}

/** After the start, 100 ms. */
export const START = 100;

export const at = (...seconds: number[]) => seconds.map((second) => START + second * 1000);
