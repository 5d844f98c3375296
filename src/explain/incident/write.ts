/** Writes what a history holds of an incident, piece by piece: only one series is in memory at a time. */
import type { LogAnswer } from '../logs/log-lines.ts';
import { explain } from '../explain.ts';
import type { Explanation, TimeSpan } from '../explanation.ts';
import type { HistorySource, RangeSeries } from '../../history/past/history-source.ts';
import { alignRange, stepFor } from '../../history/past/ladder.ts';
import { FORMAT, type IncidentHead, MOST_POINTS, MOST_SERIES, MOST_VALUES } from './incident.ts';
import { type KnownNames, Redaction } from './redact.ts';
import { RedactedHistory } from './redacted-history.ts';

const MINUTE_MS = 60_000;
/** Explanations look back that far. */
const LEAST_BEFORE_MS = 30 * MINUTE_MS;
const BEFORE_LENGTHS = 4;
/** More than a picture shows; whole numbers stay as they are. */
const DIGITS = 6;

export interface IncidentSetup {
  readonly past: HistorySource;
  readonly window: TimeSpan;
  /** Name of the machine. */
  readonly host: string;
  /** Of this program. */
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Names to replace; null: everything stays as it is. */
  readonly redact: KnownNames | null;
  /** Log lines of an explained time. Never called for a file that is redacted: lines are free text of other programs. */
  logs(explanation: Explanation): Promise<LogAnswer | null>;
}

interface WrittenIncident {
  readonly head: IncidentHead;
  /** Yields the file as JSON, each piece once. Rejects with the errors of the source. */
  pieces(): AsyncGenerator<string>;
}

/** Explains the window, and prepares the rest. Rejects with the errors of the source. */
export async function writeIncident(setup: IncidentSetup): Promise<WrittenIncident> {
  const { window, version, now, redact } = setup;
  const redaction = redact && new Redaction(redact);
  const past = redaction === null ? setup.past : new RedactedHistory(setup.past, redaction);
  const explanation = await explain(past, window);
  const before = Math.max(LEAST_BEFORE_MS, BEFORE_LENGTHS * (window.to - window.from));
  const begin = Math.min(window.from, Math.max(window.from - before, past.oldest ?? 0));
  const listed = (await past.series(begin, window.to)).slice(0, MOST_SERIES);
  const points = Math.min(MOST_POINTS, Math.floor(MOST_VALUES / Math.max(1, listed.length)));
  const step = stepFor(begin, window.to, points, Math.max(1000, past.pace));
  const grid = { ...alignRange(begin, window.to, step), step, hasBand: step > past.pace };
  const head: IncidentHead = {
    format: FORMAT,
    version,
    made: now,
    host: redaction?.host(setup.host) ?? setup.host,
    window,
    from: grid.from,
    step,
    explanation,
    ...(await past.events(begin, window.to)),
    logs: redaction === null ? await setup.logs(explanation) : null,
  };
  const ids = listed.map(({ id }) => id);
  async function* pieces(): AsyncGenerator<string> {
    yield `${JSON.stringify(head).slice(0, -1)},"series":[`;
    let separator = '';
    for await (const found of past.range(ids, grid)) {
      if (found === null) continue;
      yield separator + seriesText(found, grid.hasBand);
      separator = ',';
    }
    yield '],"top":[';
    separator = '';
    const every = Math.max(MINUTE_MS, (window.to - begin) / MOST_POINTS);
    let last = 0;
    for (let at = begin + every / 2; at < window.to; at += every) {
      const entry = await past.top(at);
      if (past.slice.isOver) await past.slice.next();
      if (entry === null || entry.time === last) continue;
      last = entry.time;
      yield separator + JSON.stringify(entry);
      separator = ',';
    }
    yield `],"redacted":${JSON.stringify(redaction?.replaced() ?? null)}}`;
  }
  return { head, pieces };
}

function seriesText({ info, bins }: RangeSeries, hasBand: boolean): string {
  const { plugin, item, field, kind, unit } = info;
  const { avg, min, max } = bins;
  const band = hasBand ? { min: shortened(min), max: shortened(max) } : {};
  return JSON.stringify({ plugin, item, field, kind, unit, values: shortened(avg), ...band });
}

/** NaN becomes null in JSON. */
const shortened = (values: Float64Array): number[] =>
  Array.from(values, (value) => (Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS))));
