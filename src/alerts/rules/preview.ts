/** How often alerts of a value would have been notified, from the minutes of the history. */
import type { Thresholds } from '../../core/level-rule.ts';
import {
  closed,
  describedAs,
  flag,
  integer,
  listOf,
  number,
  oneOf,
  orNull,
  text,
  type TypeOf,
} from '../../core/shape.ts';
import { nameSeries } from '../../core/series-name.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import { clearThreshold, type AlertDelays } from '../../measure/levels/alert-delays.ts';
import { comparedBy } from '../../measure/levels/rules.ts';
import { isUnset, mapThresholds } from '../../measure/levels/thresholds.ts';
import type { RangeSource } from '../../history/past/history-source.ts';
import { type Firing, type Recorded, replayRule, type SeriesRule } from './replay.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Spans that a preview counts, in days; the longest is that of minutes on disk. */
const SPANS = [7, 30, 90] as const;
/** Firings listed, the newest. */
const MOST_LISTED = 50;
/** Variations of the numbers that a preview tries. */
const FACTORS = [0.9, 0.95, 1.05, 1.1] as const;
const DURATIONS = [0, 60, 300, 900] as const;
const PERCENT = 100;

/** Numbers to try in place of the configured ones. */
export interface Trial {
  readonly thresholds: Partial<Thresholds>;
  readonly delays: Partial<AlertDelays>;
}

export interface PreviewSetup {
  readonly plugin: string;
  readonly verdict: LevelVerdict;
  readonly trial: Trial;
  readonly source: Pick<RangeSource, 'range' | 'slice'>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Milliseconds since the epoch; null: 90 days ago. */
  readonly from: number | null;
}

const LIMIT = orNull(number('Threshold; null: none.'));
const MS = integer('Milliseconds since 1970.');
const seconds = (description?: string) => integer(description, { 'x-unit': 'second' });
const COUNT = integer('Notified alerts.');

export const PREVIEW = closed('Alerts that would have been notified.', {
  type: text('Type of the events.'),
  series: text('Series that was replayed.'),
  unit: orNull(text('Unit of the thresholds; null: none.')),
  thresholds: closed('Thresholds of the trial.', {
    careful: LIMIT,
    warning: LIMIT,
    critical: LIMIT,
  }),
  warning_for: seconds('Duration of a warning before it is notified.'),
  critical_for: seconds('Duration of a critical level before it is notified.'),
  clear_for: seconds('Time after the alert until its end is notified.'),
  since: orNull(MS, 'First recorded minute; null: there is no history.'),
  spans: listOf(
    closed('The last days.', {
      days: integer('Number of days.'),
      count: COUNT,
      longest: orNull(seconds(), 'Longest alert; null: there was none.'),
      shortest: orNull(seconds(), 'Shortest alert; null: there was none.'),
    }),
  ),
  firings: listOf(
    closed('An alert.', {
      begin: describedAs(MS, 'Time of the notification.'),
      end: orNull(MS, 'Time at which the end is notified; null: ongoing.'),
      state: oneOf(['WARNING', 'CRITICAL'], 'Level of the alert.'),
      worst: number('Worst minute, in the unit of the series.'),
      flapping: flag('Whether it was notified as flapping.'),
    }),
  ),
  left: integer('Number of older alerts that are not listed.'),
  alternatives: listOf(
    closed('The trial with one number changed.', {
      key: oneOf(['threshold', 'for'], 'The changed number; for: the duration.'),
      value: number('Its value in place of that of the trial.'),
      count: COUNT,
    }),
  ),
});
export type Preview = TypeOf<typeof PREVIEW>;

/** Returns the verdict with the numbers of a trial. */
function tried(verdict: LevelVerdict, { thresholds, delays }: Trial): LevelVerdict {
  return {
    ...verdict,
    thresholds: { ...verdict.thresholds, ...thresholds },
    delays: { ...verdict.delays, ...delays },
  };
}

/** Returns the recorded field that a verdict is about. */
export function judgedField({ rule, field, isOwn }: LevelVerdict): string {
  const [name = field] = Object.keys(comparedBy(rule, isOwn).series ?? {});
  return name;
}

/** Name of the series that a verdict is about; null where it has none, or is judged by its state. */
export function judgedSeries(verdict: LevelVerdict, plugin: string): string | null {
  if (verdict.rule.state !== undefined) return null;
  return `${plugin}/${nameSeries(judgedField(verdict), verdict.identity).name}`;
}

/** Returns the rule in the unit of the judged series; null if a threshold cannot be converted. */
function seriesRule(verdict: LevelVerdict): SeriesRule | null {
  const { rule, isOwn, served, thresholds, delays } = verdict;
  const { series, inverted = false } = comparedBy(rule, isOwn);
  const [convert] = Object.values(series ?? {});
  const inSeries = (limit: number | null): number | null =>
    limit === null || convert === undefined ? limit : convert(limit, served);
  const converted = mapThresholds((name) => inSeries(thresholds[name]));
  if (isUnset(converted)) return null;
  return {
    thresholds: converted,
    clear: inSeries(clearThreshold(verdict)),
    delays,
    isLow: (rule.lowerIsWorse ?? false) !== inverted,
  };
}

/** Replays the minutes of up to 90 days, in slices of the source. Null where the value has no series or no thresholds. */
export async function previewOf(setup: PreviewSetup): Promise<Preview | null> {
  const { plugin, verdict, trial, source, now } = setup;
  const series = judgedSeries(verdict, plugin);
  const judged = tried(verdict, trial);
  const rule = seriesRule(judged);
  if (series === null || rule === null) return null;
  const recorded = await minutesOf(setup, series);
  const first = recorded.values.findIndex((value) => !Number.isNaN(value));
  const firingsOf = (those: LevelVerdict): Promise<Firing[]> => {
    const changed = seriesRule(those);
    return changed === null ? Promise.resolve([]) : replayRule(recorded, changed, source.slice);
  };
  const firings = first < 0 ? [] : await firingsOf(judged);
  return {
    type: verdict.stat.toUpperCase(),
    series,
    unit: verdict.unit,
    thresholds: judged.thresholds,
    warning_for: judged.delays.warningFor,
    critical_for: judged.delays.criticalFor,
    clear_for: judged.delays.clearFor,
    since: first < 0 ? null : recorded.from + first * recorded.step,
    spans: SPANS.map((days) => countOf(firings, days, now)),
    firings: firings
      .slice(-MOST_LISTED)
      .reverse()
      .map(({ isFlapping, ...firing }) => ({ ...firing, flapping: isFlapping })),
    left: Math.max(0, firings.length - MOST_LISTED),
    alternatives: first < 0 ? [] : await alternativesOf(judged, firingsOf),
  };
}

async function minutesOf({ source, now, from: begin }: PreviewSetup, series: string): Promise<Recorded> {
  const to = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
  const earliest = to - Math.max(...SPANS) * DAY_MS;
  const from = Math.min(Math.max(Math.floor((begin ?? 0) / MINUTE_MS) * MINUTE_MS, earliest), to - MINUTE_MS);
  const range = { from, to, step: MINUTE_MS, hasBand: false };
  for await (const found of source.range([series], range))
    if (found !== null) return { from, step: MINUTE_MS, values: found.bins.avg };
  return { from, step: MINUTE_MS, values: new Float64Array() };
}

function countOf(firings: readonly Firing[], days: number, now: number): Preview['spans'][number] {
  const since = now - days * DAY_MS;
  const seconds = firings
    .filter(({ begin }) => begin >= since)
    .map(({ begin, end }) => Math.round(((end ?? now) - begin) / 1000));
  const isNone = seconds.length === 0;
  return {
    days,
    count: seconds.length,
    longest: isNone ? null : Math.max(...seconds),
    shortest: isNone ? null : Math.min(...seconds),
  };
}

async function alternativesOf(
  verdict: LevelVerdict,
  firingsOf: (verdict: LevelVerdict) => Promise<Firing[]>,
): Promise<Preview['alternatives']> {
  const name = verdict.thresholds.warning === null ? 'critical' : 'warning';
  const key = name === 'warning' ? 'warningFor' : 'criticalFor';
  const threshold = verdict.thresholds[name] as number;
  const found: Preview['alternatives'][number][] = [];
  for (const factor of FACTORS) {
    const value = Number((threshold * factor).toPrecision(3));
    if (value === threshold || (verdict.unit === 'percent' && value > PERCENT)) continue;
    const other = tried(verdict, { thresholds: { [name]: value }, delays: {} });
    found.push({ key: 'threshold', value, count: (await firingsOf(other)).length });
  }
  for (const value of DURATIONS) {
    if (value === verdict.delays[key]) continue;
    const other = tried(verdict, { thresholds: {}, delays: { [key]: value } });
    found.push({ key: 'for', value, count: (await firingsOf(other)).length });
  }
  return found;
}
