import type { Clock } from '../../../core/host.ts';
import type { Gpu, GpuSample } from '../../sources/gpus/card.ts';

export interface GpuMeans {
  mem: number;
  proc: number;
}

/** Without cards, or without readers. */
export const NO_GPUS: GpuMeans = { mem: 0, proc: 0 };

/** Longest wait for cards, whose drivers may be slow. */
const TIMEOUT_MS = 200;

/** Means over all cards with values; previous ones while a driver is slow or fails. */
export function createGpuMeans(clock: Clock, read: () => Promise<GpuSample>): () => Promise<GpuMeans> {
  let last = NO_GPUS;
  const take = async (): Promise<void> => {
    try {
      const { gpus } = await read();
      last = { mem: meanOf(gpus, 'mem'), proc: meanOf(gpus, 'proc') };
    } catch {
      // The gpu plugin has the reason.
    }
  };
  return () =>
    new Promise((resolve) => {
      const cancel = clock.setTimer(() => resolve(last), TIMEOUT_MS);
      void take().then(() => {
        cancel();
        resolve(last);
      });
    });
}

/** 0 without values. */
function meanOf(gpus: readonly Gpu[], what: 'mem' | 'proc'): number {
  const values = gpus.flatMap((gpu) => gpu[what] ?? []);
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
