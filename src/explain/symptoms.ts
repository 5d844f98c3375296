/** Symptoms: time in which work waited. */
import { STALL_PERCENT } from './amounts.ts';
import type { Symptom, SymptomKind, TimeSpan } from './explanation.ts';
import { spreadOf } from './statistics.ts';
import { leastDeviation, type Track, type Tracks } from './tracks.ts';

const UNUSUAL = 6;
const MINUTE_MS = 60_000;

interface Declared {
  readonly kind: SymptomKind;
  readonly plugin: string;
  readonly field: string;
  /** Null: every item, or the object. */
  readonly item: string | null;
  /** Values below it are no symptom, however unusual. */
  readonly floor: number;
  /** Converts the value to the share of lost time; null: it does not measure time. */
  readonly lost: ((value: number) => number) | null;
}

const stalled = (value: number): number => value * STALL_PERCENT;
const same = (value: number): number => value;

const psi = (kind: SymptomKind, item: string, scope: 'some' | 'full', floor: number): Declared => ({
  kind,
  plugin: 'pressure',
  item,
  field: `${scope}_time_rate_per_sec`,
  floor: floor / STALL_PERCENT,
  lost: stalled,
});

const PRESSURE: readonly Declared[] = [
  psi('cpu', 'cpu', 'some', 25),
  psi('memory', 'memory', 'some', 5),
  psi('io', 'io', 'some', 20),
];
/** For kernels without pressure stall information. */
const INSTEAD: readonly Declared[] = [
  { kind: 'io', plugin: 'cpu', item: null, field: 'iowait', floor: 15, lost: null },
  {
    kind: 'memory',
    plugin: 'paging',
    item: null,
    field: 'swapped_in_rate_per_sec',
    floor: 2 ** 20,
    lost: null,
  },
];
const ALWAYS: readonly Declared[] = [
  { kind: 'steal', plugin: 'cpu', item: null, field: 'steal', floor: 10, lost: same },
  { kind: 'disk', plugin: 'diskload', item: null, field: 'latency', floor: 30, lost: null },
  { kind: 'network', plugin: 'tcp', item: null, field: 'retransmitted_percent', floor: 5, lost: null },
];

export const hasPressure = (tracks: Tracks): boolean => tracks.list('pressure').length > 0;

/** Returns the symptoms, the earliest first. @param cores of the machine */
export function symptomsOf(tracks: Tracks, cores: number): Symptom[] {
  const load: Declared = {
    kind: 'load',
    plugin: 'load',
    item: null,
    field: 'min1',
    floor: Math.max(2, 1.5 * cores),
    lost: null,
  };
  const declared = [...(hasPressure(tracks) ? PRESSURE : INSTEAD), load, ...ALWAYS];
  return declared
    .flatMap((one) =>
      tracks
        .list(one.plugin, one.field)
        .filter(({ info }) => one.item === null || info.item === one.item)
        .flatMap((track) => stretchesOf(tracks, track, one)),
    )
    .sort((a, b) => a.from - b.from);
}

function stretchesOf(tracks: Tracks, track: Track, { kind, floor, lost }: Declared): Symptom[] {
  const usual = spreadOf([...track.before, ...track.days.flatMap((day) => [...day])]);
  const limit =
    usual === null
      ? floor
      : Math.max(
          floor,
          usual.median + UNUSUAL * Math.max(usual.deviation, leastDeviation(track.info, usual.median)),
        );
  // Two minutes, or a peak of a window that is not much longer.
  const least = Math.min((2 * MINUTE_MS) / tracks.step, tracks.peakPoints);
  return runsOver(track.window, limit)
    .filter(([first, last]) => last - first + 1 >= least)
    .map(([first, last]) => {
      const values = track.window.subarray(first, last + 1).filter((one) => !Number.isNaN(one));
      const mean = values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
      const span: TimeSpan = { from: tracks.timeOf(first), to: tracks.timeOf(last + 1) };
      return { kind, ...span, series: track.id, lost_percent: lost === null ? null : rounded(lost(mean)) };
    });
}

const rounded = (value: number): number => Math.round(Math.min(100, value) * 10) / 10;

/** Stretches above a limit; single values below it are tolerated. */
function runsOver(values: Float64Array, limit: number): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const [index, value] of values.entries()) {
    if (!(value > limit)) continue;
    const run = runs.at(-1);
    if (run !== undefined && index - run[1] <= 2) run[1] = index;
    else runs.push([index, index]);
  }
  return runs;
}
