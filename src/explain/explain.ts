/** Explains from the history why a host was slow. */
import type { HistorySource, RangeEvents } from '../history/past/history-source.ts';
import type { SeriesInfo } from '../history/past/series.ts';
import type { Phrase } from '../core/phrase.ts';
import { inEnglish, named, type Said, say, saying, verbatim } from '../core/said.ts';
import { programWord } from '../show/display/culprit-words.ts';
import { labelOfEvent } from '../show/display/subjects.ts';
import { clockText, recurrenceWord, spanWord, useWord } from './amounts.ts';
import { changedOf } from './changed.ts';
import {
  type Cause,
  comparison,
  type Explanation,
  type Happened,
  type HappenedKind,
  type Symptom,
  textOf,
  type TimeSpan,
  type Verdict,
  type Who,
} from './explanation.ts';
import { Facts } from './facts.ts';
import { moreThanUsual, type Programs, readPrograms } from './programs.ts';
import { fullCpu } from './rules/cpu.ts';
import type { Rule } from './rules/rule.ts';
import { RULES } from './rules/rules.ts';
import { WEAK_RULES } from './rules/weak.ts';
import { rankCorrelation } from './statistics.ts';
import { hasPressure, symptomsOf } from './symptoms.ts';
import { recurrenceOf, type Track, Tracks } from './tracks.ts';

const MINUTE_MS = 60_000;
const MOST_WHO = 3;
const MOST_HAPPENED = 30;
const MOST_SYMPTOMS = 20;
const MOST_OTHERS = 5;
/** Marks relevant to the host or the recording. */
const LEAST_ENTRIES = 8;
const LEAST_CORRELATION = 0.6;
const MOST_LAG = 5;

/** Sums of other series, and averages that lag by definition. */
const isWanted = ({ plugin, field }: SeriesInfo): boolean =>
  plugin !== 'quicklook' &&
  !(plugin === 'pressure' && field.includes('_avg')) &&
  !(plugin === 'load' && field !== 'min1') &&
  !(plugin === 'cpu' && field === 'idle') &&
  !(plugin === 'percpu' && !['total', 'softirq'].includes(field));

/** Series compared with earlier days in addition to changed ones, since rules use them. */
const isJudged = ({ info: { plugin, field } }: Track): boolean =>
  ['cpu', 'load', 'mem', 'pressure', 'paging', 'diskload', 'tcp', 'processcount', 'cgroups'].includes(
    plugin,
  ) ||
  (plugin === 'diskio' && /_(bytes|count)_/.test(field)) ||
  (plugin === 'fs' && field === 'percent');

/** Rejects with the error of the source. @param window milliseconds since the epoch, from before to */
export async function explain(past: HistorySource, window: TimeSpan): Promise<Explanation> {
  const tracks = await Tracks.read(past, window, isWanted);
  await tracks.compareDays(tracks.list().filter(isJudged));
  const programs = await readPrograms(past, tracks.window, tracks.before);
  const events = await past.events(tracks.window.from, tracks.window.to);
  const facts = new Facts({ tracks, programs, events });
  const symptoms = symptomsOf(tracks, facts.cores);
  const verdicts: Verdict[] = [];
  const ask = async (rules: readonly Rule[]): Promise<void> => {
    for (const rule of rules) {
      const found = rule.find(facts);
      if (found !== null) addVerdict(verdicts, { cause: rule.cause, rule: rule.name, ...found });
      if (past.slice.isOver) await past.slice.next();
    }
  };
  await ask(RULES);
  // A merely unusual finding does not explain a machine without idle time, which always needs an explanation.
  const full = verdicts.some(({ cause }) => IS_BUSY.has(cause)) ? null : fullCpu(facts);
  const isFirst = verdicts[0] === undefined || verdicts[0].cause === 'leak';
  if (full !== null) verdicts.splice(isFirst ? 0 : verdicts.length, 0, full);
  if (verdicts.length === 0) {
    tracks.forgives = false;
    await ask(RULES);
    tracks.forgives = true;
    verdicts.splice(0, Infinity, ...verdicts.slice(0, 1).flatMap((one) => recurring(one, tracks) ?? []));
  }
  // Something is better than nothing.
  if (verdicts.length === 0) await ask(WEAK_RULES);
  const changed = await changedOf(tracks, verdicts[0]?.span ?? tracks.window);
  const missing = missingOf(tracks, programs, events.missing);
  return {
    window: tracks.window,
    baselines: tracks.baselines,
    verdict: verdicts[0] ?? noneOf(facts, changed[0]?.said),
    others: verdicts.slice(1, 1 + MOST_OTHERS),
    symptoms: symptoms.slice(0, MOST_SYMPTOMS),
    changed,
    who: whoOf(tracks, programs, symptoms),
    happened: happenedOf(events).slice(0, MOST_HAPPENED),
    missing: missing.map(inEnglish),
    missing_said: missing,
  };
}

/** Causes that account for the time of a full CPU. */
const IS_BUSY: ReadonlySet<Cause> = new Set(['cpu', 'cpu-kernel', 'processes']);

/** A cause that ended before another began precedes it; simultaneous causes keep the order of their rules. */
function addVerdict(verdicts: Verdict[], verdict: Verdict): void {
  const end = verdict.span?.to ?? Number.POSITIVE_INFINITY;
  const at = verdicts.findIndex(({ span }) => span !== null && span.from >= end);
  verdicts.splice(at < 0 ? verdicts.length : at, 0, verdict);
}

/** Returns a finding that recurs at this time of most days: it is mentioned, but explains nothing. */
function recurring(verdict: Verdict, tracks: Tracks): Verdict | null {
  for (const { series, then } of verdict.evidence) {
    const track = tracks.get(series);
    const recurrence = track === undefined ? null : recurrenceOf(track, then);
    if (recurrence === null) continue;
    const as = recurrenceWord(recurrence, verdict.span?.from ?? tracks.window.from);
    const sentence = verdict.said ?? verbatim(verdict.sentence);
    return { ...verdict, cause: 'none', ...saying('{sentence}, {as}.', { sentence, as }) };
  }
  return null;
}

function noneOf({ tracks }: Facts, most: Said | undefined): Verdict {
  const text =
    tracks.list().length === 0
      ? 'Nothing was recorded {when}.'
      : most !== undefined
        ? 'No cause found {when}. The largest change: {most}.'
        : tracks.hasUsual
          ? 'No cause found {when}: nothing was unusual.'
          : tracks.baselines.length === 0
            ? 'No cause found {when}: no earlier history shows what is usual.'
            : 'No cause found {when}: too little earlier history shows what is usual.';
  const words = saying(text, { when: spanWord(tracks.window), ...(most && { most }) });
  return { cause: 'none', rule: null, ...words, evidence: [], span: null };
}

function useText(isKnown: boolean, hasUsual: boolean): Phrase {
  if (!isKnown) return '{program}: {use}';
  return hasUsual ? '{program}: {use} (usually {usual})' : '{program}: {use} ({usual} before)';
}

function whoOf(tracks: Tracks, programs: Programs, symptoms: readonly Symptom[]): Who[] {
  const byMetric = new Map<string, Who[]>();
  for (const use of programs.uses.filter(moreThanUsual)) {
    const known = byMetric.get(use.metric) ?? [];
    if (known.length === MOST_WHO) continue;
    const { program, unit, container, metric, value, usual, before, window } = use;
    const first = window.findIndex((one) => one - usual > (value - usual) / 2);
    const isKnown = before.length > 0;
    byMetric.set(metric, [
      ...known,
      {
        program,
        unit,
        container,
        metric,
        ...comparison(value, isKnown ? usual : null),
        began: (programs.times[Math.max(0, first)] ?? tracks.window.from) - MINUTE_MS,
        moves_with: companionOf(tracks, programs.times, [before, window], symptoms),
        ...textOf(
          say(useText(isKnown, programs.hasUsual), {
            program: programWord({ name: program, unit, container }),
            use: useWord(value, metric),
            usual: useWord(usual, metric),
          }),
        ),
      },
    ]);
  }
  return [...byMetric.values()].flat();
}

/** Returns the symptom correlated with a program, shifted by up to five minutes. */
function companionOf(
  tracks: Tracks,
  times: readonly number[],
  [, window]: readonly [readonly number[], readonly number[]],
  symptoms: readonly Symptom[],
): string | null {
  let [best, most]: [string | null, number] = [null, LEAST_CORRELATION];
  for (const series of new Set(symptoms.map((one) => one.series))) {
    const track = tracks.get(series);
    if (track === undefined) continue;
    for (let lag = -MOST_LAG; lag <= MOST_LAG; lag += 1) {
      const pairs = times.flatMap((time, index) => {
        const value = meanUntil(tracks, track, time + lag * MINUTE_MS);
        return Number.isNaN(value) ? [] : [[window[index] as number, value] as const];
      });
      if (pairs.length < LEAST_ENTRIES) continue;
      const found = rankCorrelation(
        pairs.map(([one]) => one),
        pairs.map(([, other]) => other),
      );
      if (found > most) [best, most] = [series, found];
    }
  }
  return best;
}

/** Mean over the minute before a time. */
function meanUntil(tracks: Tracks, track: Track, time: number): number {
  const end = Math.round((time - tracks.window.from) / tracks.step);
  const length = Math.max(1, Math.round(MINUTE_MS / tracks.step));
  if (end - length < 0) return Number.NaN;
  const values = track.window.subarray(end - length, end).filter((one) => !Number.isNaN(one));
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

const KINDS: Readonly<Record<string, HappenedKind>> = {
  UNIT_FAILED: 'unit',
  UNIT_RESTARTING: 'unit',
  CONTAINER_DOWN: 'container',
  CONTAINER_UNHEALTHY: 'container',
  CONTAINER_RESTARTING: 'container',
  OOM_KILL: 'oom',
  REBOOT: 'reboot',
};

const MARKS: Readonly<Record<string, Said>> = {
  start: say('The agent started'),
  stop: say('The agent stopped'),
  killed: say('The agent was killed'),
  boot: say('The machine started'),
  suspend: say('The machine was suspended'),
  clock: say('The clock was set'),
  paused: say('The history paused'),
  resumed: say('The history went on'),
};

function happenedOf({ events, marks, notes }: RangeEvents): Happened[] {
  return [
    ...events.map(({ event, finding, plugin, field, identity }): Happened => ({
      time: event.begin * 1000,
      kind: (finding && KINDS[finding.kind]) ?? 'event',
      ...(finding === undefined
        ? textOf(
            say(event.state === 'CRITICAL' ? '{label} critical from {at}' : '{label} warning from {at}', {
              label: named(labelOfEvent({ type: event.type, plugin, field, identity })),
              at: clockText(event.begin * 1000),
            }),
          )
        : { text: finding.sentence, ...(finding.said && { said: finding.said }) }),
    })),
    ...marks.map(({ kind, time, detail }): Happened => ({
      time,
      kind: 'mark',
      ...textOf(
        detail === null
          ? say('{mark}.', { mark: MARKS[kind] ?? named(kind) })
          : say('{mark}: {detail}.', { mark: MARKS[kind] ?? named(kind), detail }),
      ),
    })),
    ...notes.map(({ time, text }): Happened => ({ time, kind: 'note', text })),
  ].sort((a, b) => a.time - b.time);
}

function missingOf(tracks: Tracks, programs: Programs, noEvents: string | undefined): Said[] {
  const plugins = new Set(tracks.list().map(({ info }) => info.plugin));
  const needs = new Map(RULES.flatMap(({ needs: those }) => Object.entries(those)));
  const missing = [...needs].flatMap(([plugin, what]) =>
    plugins.has(plugin) ? [] : say('No history of {what} ({plugin}).', { what: say(what), plugin }),
  );
  if (!hasPressure(tracks))
    missing.push(say('This kernel measures no pressure: load, I/O wait and swap stand in for it.'));
  if (programs.times.length === 0) missing.push(say('No programs were recorded in this time.'));
  if (noEvents !== undefined) missing.push(verbatim(noEvents));
  if (!tracks.baselines.some(({ kind }) => kind === 'before'))
    missing.push(say('No history before this time to compare with.'));
  if (!tracks.baselines.some(({ kind }) => kind === 'same-time'))
    missing.push(say('No history of the same hour on earlier days.'));
  return missing;
}
