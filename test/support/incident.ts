/** Recorded incidents: what the history held of a few minutes, as gzipped JSON. `npm run record-incident` makes them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { SavedEvent } from '../../src/core/event.ts';
import { Slice } from '../../src/core/slice.ts';
import type { Cause, Explanation, TimeSpan } from '../../src/explain/explanation.ts';
import { IncidentHistory } from '../../src/explain/incident/history.ts';
import type { IncidentSeries } from '../../src/explain/incident/incident.ts';
import type { HistorySource, Mark, TopEntry } from '../../src/history/past/history-source.ts';

export const INCIDENTS = join(import.meta.dirname, '../incidents');
const MOST_BYTES = 64 * 2 ** 20;

export interface Incident {
  readonly kind: string;
  /** Right causes; `none` for a quiet window. */
  readonly causes: readonly Cause[];
  /** Right programs; empty: any or none. */
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

/** Recordings for developing rules, and unmeasured ones in a separate folder. */
export const HALVES = ['training', 'held-out'] as const;
export type Half = (typeof HALVES)[number];

/** Path of a recording below {@link INCIDENTS}. */
export const pathOf = (half: Half, name: string): string => (half === 'training' ? name : join(half, name));

/** Their paths, in order. */
export function incidentNames(half: Half): string[] {
  const folder = join(INCIDENTS, pathOf(half, ''));
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json.gz'))
    .sort()
    .map((name) => pathOf(half, name));
}

/** Throws where the file is damaged. */
export function readIncident(name: string): Incident {
  const bytes = gunzipSync(readFileSync(join(INCIDENTS, name)), { maxOutputLength: MOST_BYTES });
  return JSON.parse(bytes.toString('utf8')) as Incident;
}

/** Whether the right program is in the sentence, or among the first three. */
export const namesProgram = ({ programs }: Incident, { verdict, who }: Explanation): boolean =>
  programs.some((name) => verdict.sentence.includes(name)) ||
  who.slice(0, 3).some(({ program }) => programs.includes(program));

/** The past that a recording is. */
export const pastOfIncident = (incident: Incident): HistorySource =>
  new IncidentHistory({ ...incident, notes: [] }, new Slice());
