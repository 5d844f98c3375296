/** Which programs used more than usual. */
import type { HistorySource, Share, TopEntry } from '../history/past/history-source.ts';
import { WHO_METRICS, type TimeSpan, type WhoMetric } from './explanation.ts';
import { movingMeans, quantile } from './statistics.ts';
import { LEAST_RECORD_MS } from './tracks.ts';

const MINUTE_MS = 60_000;
/** Most entries read of the window, and of the time before. */
const MOST_ENTRIES = 15;
/** Three of four entries of the time before are below what is usual. */
const USUAL_SHARE = 0.75;

/** Use of one program, as the history keeps it. */
export interface Use {
  readonly program: string;
  readonly unit: string | null;
  readonly container: string | null;
  readonly metric: WhoMetric;
  /** The highest stretch of the window; the largest value where the metric is a size. */
  readonly value: number;
  readonly usual: number;
  /** Per entry of the time before, then of the window; 0 if not among the top. */
  readonly before: readonly number[];
  readonly window: readonly number[];
}

export interface Programs {
  /** Ends of the entries of the window. */
  readonly times: readonly number[];
  readonly uses: readonly Use[];
  /** Enough is recorded of the time before to say what is usual. */
  readonly hasUsual: boolean;
}

/** Least relevant difference, in the unit of the metric. */
const LEAST: Readonly<Record<WhoMetric, number>> = {
  cpu: 15,
  memory: 48 * 2 ** 20,
  io: 2 ** 20,
  faults: 20,
  swap: 32 * 2 ** 20,
};

export const moreThanUsual = ({ value, usual, metric }: Use): boolean => value - usual >= LEAST[metric];

export async function readPrograms(
  past: HistorySource,
  { from, to }: TimeSpan,
  before: TimeSpan,
): Promise<Programs> {
  const [inside, earlier] = [await entriesOf(past, from, to), await entriesOf(past, before.from, before.to)];
  const known = new Set(inside.map(({ time }) => time));
  const usual = earlier.filter(({ time }) => !known.has(time));
  const uses = WHO_METRICS.flatMap((metric) => usesOf(metric, inside, usual));
  const [first] = usual;
  const hasUsual = first !== undefined && from - first.time + first.seconds * 1000 >= LEAST_RECORD_MS;
  return { times: inside.map(({ time }) => time), uses, hasUsual };
}

/** Entries of a time span, oldest first. */
async function entriesOf(past: HistorySource, from: number, to: number): Promise<TopEntry[]> {
  const found = new Map<number, TopEntry>();
  const step = Math.max(MINUTE_MS, (to - from) / MOST_ENTRIES);
  // Aims at the middle of each minute.
  for (let at = from + Math.min(step, to - from) / 2; at < to; at += step) {
    const entry = await past.top(at);
    if (entry !== null) found.set(entry.time, entry);
    if (past.slice.isOver) await past.slice.next();
  }
  return [...found.values()].sort((a, b) => a.time - b.time);
}

const sharesOf = (entry: TopEntry, metric: WhoMetric): readonly Share[] => entry[metric] ?? [];

const keyOf = ([program, , unit = null, container = null]: Share): string =>
  JSON.stringify([program, unit, container]);

function usesOf(metric: WhoMetric, inside: readonly TopEntry[], before: readonly TopEntry[]): Use[] {
  const values = new Map<string, [before: number[], window: number[]]>();
  for (const [part, entries] of [before, inside].entries()) {
    for (const [index, entry] of entries.entries()) {
      for (const share of sharesOf(entry, metric)) {
        const key = keyOf(share);
        const known = values.get(key) ?? [before.map(() => 0), inside.map(() => 0)];
        known[part as 0 | 1][index] = share[1];
        values.set(key, known);
      }
    }
  }
  const isSize = metric === 'memory' || metric === 'swap';
  const uses = [...values].map(([key, [earlier, window]]): Use => {
    const [program, unit, container] = JSON.parse(key) as [string, string | null, string | null];
    // Two of fifteen entries: as long as the peaks of series.
    const width = isSize ? 1 : Math.max(1, Math.round(window.length / 8));
    const value = Math.max(0, ...movingMeans(Float64Array.from(window), width));
    return {
      program,
      unit,
      container,
      metric,
      value,
      usual:
        earlier.length === 0
          ? 0
          : quantile(
              earlier.toSorted((a, b) => a - b),
              USUAL_SHARE,
            ),
      before: earlier,
      window,
    };
  });
  return uses.sort((a, b) => b.value - b.usual - (a.value - a.usual));
}
