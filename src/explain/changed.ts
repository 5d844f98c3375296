/** Finds unusual changes, the most unusual first. */
import { say } from '../core/said.ts';
import { seriesWord, usualWord, valueIn } from './amounts.ts';
import { type Changed, comparison, textOf, type TimeSpan, type Usual } from './explanation.ts';
import {
  discoveries,
  distributionDistance,
  permutationChance,
  quantile,
  spreadOf,
  ascending,
  meanOf,
} from './statistics.ts';
import { isLongRecord, leastDeviation, type Track, type Tracks } from './tracks.ts';

const MOST_LINES = 12;
const LEAST_SCORE = 4;
const FALSE_RATE = 0.05;
/** Neighbouring values correlate, so significance is judged by blocks. */
const BLOCK = 5;
const DECILE = 0.1;
const LEAST_VALUES = 5;

interface Scored {
  readonly track: Track;
  readonly value: number;
  readonly usual: Usual;
  readonly score: number;
  readonly isUp: boolean;
  readonly chance: number;
}

/** @param span compared part of the window: that of the verdict, or all */
export async function changedOf(tracks: Tracks, span: TimeSpan): Promise<Changed[]> {
  const first = Math.max(0, Math.round((span.from - tracks.window.from) / tracks.step));
  const last = Math.round((span.to - tracks.window.from) / tracks.step);
  const scored = tracks
    .list()
    .flatMap((track) => scoreOf(track, track.window.subarray(first, last), tracks.step) ?? []);
  const isReal = discoveries(
    scored.map(({ chance }) => chance),
    FALSE_RATE,
  );
  const byFamily = new Map<string, Scored>();
  for (const one of scored.filter(({ score }, index) => score >= LEAST_SCORE && isReal[index])) {
    const family = familyOf(one.track);
    if ((byFamily.get(family)?.score ?? 0) < one.score) byFamily.set(family, one);
  }
  return [...byFamily.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_LINES)
    .map(({ track, value, usual, score, isUp }) => ({
      series: track.id,
      ...comparison(value, usual),
      unit: track.info.unit,
      score: Math.round(score * 10) / 10,
      began: tracks.level(track, !isUp)?.span.from ?? span.from,
      direction: isUp ? 'up' : 'down',
      ...unusualDays(track, value, isUp),
      ...textOf(
        say('{series}: {value}{usual}', {
          series: seriesWord(track.info),
          value: valueIn(value, track.info),
          usual: usualWord(usual, track.info),
        }),
      ),
    }));
}

/** Null for too few values. */
function scoreOf(track: Track, values: Float64Array, step: number): Scored | null {
  const now = ascending(values);
  const usual = spreadOf(track.before);
  if (usual === null || now.length < LEAST_VALUES || !isLongRecord(usual.count, step)) return null;
  const [low, high] = [quantile(now, DECILE), quantile(now, 1 - DECILE)];
  const isUp = high - usual.median >= usual.median - low;
  const value = isUp ? high : low;
  const baselines = [
    track.before,
    ...(track.days.length === 0 ? [] : [track.days.flatMap((day) => [...day])]),
  ];
  const scores = baselines.map((baseline) => {
    const spread = spreadOf(baseline);
    if (spread === null) return Number.POSITIVE_INFINITY;
    const deviation = Math.max(spread.deviation, leastDeviation(track.info, spread.median));
    // Opposite changes against two baselines do not count.
    const distance = isUp ? value - spread.median : spread.median - value;
    return deviation === 0 ? 0 : (Math.max(0, distance) / deviation) * distributionDistance(now, baseline);
  });
  return {
    track,
    value,
    usual: [usual.low, usual.high],
    score: Math.min(...scores),
    isUp,
    chance: permutationChance(blockMeans(values), blockMeans(track.before)),
  };
}

function blockMeans(values: Float64Array): number[] {
  const means: number[] = [];
  for (let start = 0; start < values.length; start += BLOCK) {
    const mean = meanOf(values.subarray(start, start + BLOCK));
    if (!Number.isNaN(mean)) means.push(mean);
  }
  return means;
}

function unusualDays({ days }: Track, value: number, isUp: boolean): Pick<Changed, 'unusual_for' | 'days'> {
  // A single day says nothing of what is usual.
  if (days.length < 2) return { unusual_for: null, days: null };
  const otherwise = days.filter((day) => {
    const spread = spreadOf(day);
    return spread === null || (isUp ? value > spread.high : value < spread.low);
  });
  return {
    unusual_for: `${otherwise.length} of ${days.length} days`,
    days: { different: otherwise.length, of: days.length },
  };
}

/** Series that are equivalent by definition: a total and its parts, a percentage and its bytes. */
function familyOf({ info: { plugin, item, field } }: Track): string {
  switch (plugin) {
    case 'cpu':
      return field === 'iowait' ? 'io' : field === 'steal' ? 'steal' : 'cpu';
    case 'load':
    case 'percpu':
      return 'cpu';
    // Any work raises some of them.
    case 'irq':
      return plugin;
    case 'pressure':
      return item ?? plugin;
    case 'paging':
      return field.startsWith('swapped') ? 'swap' : field.startsWith('paged') ? 'io' : 'faults';
    case 'memswap':
      return 'swap';
    case 'mem':
      return 'memory';
    case 'diskio':
    case 'diskload':
      return `disk ${item}`;
    case 'fs':
    case 'inodes':
      return `fs ${item}`;
    case 'network':
    case 'packets':
      return `network ${item}`;
    default:
      return `${plugin} ${item ?? ''}`;
  }
}
