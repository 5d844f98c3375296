/** Values of sparklines from before the screen began: read in the background, once for each, and again where the last minute is missing. */
import type { RecentPoints } from '../../../core/store/history.ts';
import type { Past } from './data-source.ts';

/** Values of the widest sparkline. */
const MOST = 300;
/** The agent that keeps them writes once a minute: what it has not written yet when the screen begins is there after this time. */
const WRITTEN_MS = 75_000;

interface EarlierSetup {
  past: Past | null;
  now(): number;
  /** Milliseconds between samples. */
  stepMs: number;
  onEarlier(): void;
}

/** The result gives what is known of a series before a time; nothing until it has been read. */
export function createEarlier({ past, now, stepMs, onEarlier }: EarlierSetup) {
  const known = new Map<string, RecentPoints>();
  /** When a series is to be read next. */
  const due = new Map<string, number>();
  // One after the other: they are not worth a crowd.
  let reading: Promise<void> = Promise.resolve();
  const read = async (key: string, plugin: string, series: string, to: number): Promise<void> => {
    try {
      const query = { plugin, series, from: now() - MOST * stepMs, to, points: MOST };
      const { times, values } = (await past?.read(query)) ?? { times: [], values: [] };
      const isPoint = (_: number, index: number): boolean =>
        (times[index] as number) < to && !Number.isNaN(values[index]);
      const isFirst = !known.has(key);
      known.set(key, { times: times.filter(isPoint), values: values.filter(isPoint) });
      const missing = to - (times.findLast(isPoint) ?? -Infinity);
      if (isFirst && missing > stepMs * 1.5 && missing < WRITTEN_MS) due.set(key, to + WRITTEN_MS);
      if (times.some(isPoint)) onEarlier();
    } catch {
      // Charts say why; sparklines begin with the screen.
    }
  };
  return (plugin: string, series: string, to: number): RecentPoints => {
    const key = `${plugin}/${series}`;
    if (past !== null && now() >= (due.get(key) ?? -Infinity)) {
      due.set(key, Infinity);
      reading = reading.then(() => read(key, plugin, series, to));
    }
    return known.get(key) ?? NOTHING;
  };
}

const NOTHING: RecentPoints = { times: [], values: [] };

/** The last values at the usual pace: NaN where samples are missing. @param since milliseconds since the epoch; older values are left out */
export function spaced(
  before: RecentPoints,
  own: RecentPoints,
  { count, since }: { count: number; since: number },
): number[] {
  const times = before.times.concat(own.times);
  const points = before.values.concat(own.values);
  const pace = paceOf(times);
  const values: number[] = [];
  for (let index = times.length - 1; index >= 0 && values.length < count; index -= 1) {
    const time = times[index] as number;
    if (time < since) break;
    values.push(points[index] as number);
    const missing = Math.round((time - (times[index - 1] ?? time - pace)) / pace) - 1;
    for (let gap = 0; gap < missing && values.length < count; gap += 1) values.push(Number.NaN);
  }
  return values.reverse();
}

/** The median of the gaps. */
function paceOf(times: readonly number[]): number {
  const gaps = new Float64Array(Math.max(0, times.length - 1));
  for (let index = 0; index < gaps.length; index += 1)
    gaps[index] = (times[index + 1] as number) - (times[index] as number);
  return gaps.sort()[gaps.length >> 1] ?? 1;
}
