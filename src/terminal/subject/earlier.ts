/** Values of sparklines from before the screen began: read once for each, in the background. */
import type { Past } from './subject.ts';

export type Points = readonly (readonly [time: number, value: number])[];

/** Values of the widest sparkline. */
const MOST = 300;

interface EarlierSetup {
  past: Past | null;
  now(): number;
  /** Milliseconds between samples. */
  stepMs: number;
  onEarlier(): void;
}

/** The result gives what is known of a series before a time; nothing until it has been read. */
export function createEarlier({ past, now, stepMs, onEarlier }: EarlierSetup) {
  /** Null while it is being read. */
  const known = new Map<string, Points | null>();
  // One after the other: they are not worth a crowd.
  let reading: Promise<void> = Promise.resolve();
  const read = async (key: string, plugin: string, series: string, to: number): Promise<void> => {
    try {
      const query = { plugin, series, from: now() - MOST * stepMs, to, points: MOST };
      const { times, values } = (await past?.read(query)) ?? { times: [], values: [] };
      const points = times
        .map((time, index) => [time, values[index] as number] as const)
        .filter(([time, value]) => time < to && !Number.isNaN(value));
      known.set(key, points);
      if (points.length > 0) onEarlier();
    } catch {
      // Charts say why; sparklines begin with the screen.
    }
  };
  return (plugin: string, series: string, to: number): Points => {
    const key = `${plugin}/${series}`;
    if (past !== null && !known.has(key)) {
      known.set(key, null);
      reading = reading.then(() => read(key, plugin, series, to));
    }
    return known.get(key) ?? [];
  };
}

/** The last values at the usual pace: NaN where samples are missing. */
export function spaced(points: Points, count: number): number[] {
  const gaps = points.slice(1).map(([time], index) => time - (points[index]?.[0] ?? 0));
  const pace = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 1;
  const values: number[] = [];
  for (let index = points.length - 1; index >= 0 && values.length < count; index -= 1) {
    values.push(points[index]?.[1] ?? Number.NaN);
    const missing = Math.round((gaps[index - 1] ?? pace) / pace) - 1;
    for (let gap = 0; gap < missing && values.length < count; gap += 1) values.push(Number.NaN);
  }
  return values.reverse();
}
