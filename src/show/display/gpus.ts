/** Combines several graphics cards. */
import type { Gpu } from './snapshots.ts';

export const busiestOf = (gpus: readonly Gpu[]): Gpu | null =>
  gpus.reduce<Gpu | null>(
    (best, gpu) => (best === null || (gpu.proc ?? -1) > (best.proc ?? -1) ? gpu : best),
    null,
  );

/** Means of known values. */
export function meanOf(gpus: readonly Gpu[]): Pick<Gpu, 'proc' | 'mem' | 'temperature'> {
  const mean = (field: 'proc' | 'mem' | 'temperature'): number | null => {
    const known = gpus.map((gpu) => gpu[field]).filter((value) => typeof value === 'number');
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  return { proc: mean('proc'), mem: mean('mem'), temperature: mean('temperature') };
}
