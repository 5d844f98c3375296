/** Recorded incidents: what the history held of a few minutes, as gzipped JSON. `npm run record-incident` makes them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { SavedEvent } from '../../src/core/event.ts';
import { Turns } from '../../src/core/turns.ts';
import type { Cause, TimeSpan } from '../../src/keep/explain/explanation.ts';
import { IncidentHistory } from '../../src/keep/incident/history.ts';
import type { IncidentSeries } from '../../src/keep/incident/incident.ts';
import type { HistorySource, Mark, TopEntry } from '../../src/keep/past/history-source.ts';

export const INCIDENTS = join(import.meta.dirname, '../incidents');
const MOST_BYTES = 64 * 2 ** 20;

export interface Incident {
  readonly kind: string;
  /** Any of these is right; `none` for a quiet window. */
  readonly causes: readonly Cause[];
  /** Any of these names is right; none: no program is to be named. */
  readonly programs: readonly string[];
  readonly window: TimeSpan;
  /** Milliseconds: begin of the first value, and between two. */
  readonly from: number;
  readonly step: number;
  readonly series: readonly IncidentSeries[];
  readonly top: readonly TopEntry[];
  readonly events: readonly SavedEvent[];
  readonly marks: readonly Mark[];
}

/** Recordings for rules to be made by, and those that are measured once. */
export type Half = 'training' | 'held-out';

export const halfOf = (name: string): Half =>
  Number(/-(\d+)\.json\.gz$/.exec(name)?.[1] ?? 1) % 2 === 1 ? 'training' : 'held-out';

export const incidentNames = (half: Half): string[] =>
  readdirSync(INCIDENTS)
    .filter((name) => name.endsWith('.json.gz') && halfOf(name) === half)
    .sort();

/** Throws where the file is damaged. */
export function readIncident(name: string): Incident {
  const bytes = gunzipSync(readFileSync(join(INCIDENTS, name)), { maxOutputLength: MOST_BYTES });
  return JSON.parse(bytes.toString('utf8')) as Incident;
}

/** The past that a recording is. */
export const pastOfIncident = (incident: Incident): HistorySource =>
  new IncidentHistory({ ...incident, notes: [] }, new Turns().begin());
