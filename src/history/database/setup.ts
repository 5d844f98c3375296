/** A database, and how hosts write to it. */
import type { Database } from './database.ts';
import { type QueryScope, RATE_SAMPLES } from './promql.ts';
import type { StoredProfile } from './stored-field.ts';

export interface StoredSetup {
  database: Database;
  profile: StoredProfile;
  /** The label that names hosts. */
  label: string;
  /** Seconds between samples. */
  interval: number;
}

/** @param stepMs milliseconds per rate value; 0: as short as possible */
export const scopeOf = (
  { label, interval }: StoredSetup,
  matchers: readonly string[],
  stepMs = 0,
): QueryScope => ({
  matchers,
  by: label,
  window: Math.max(RATE_SAMPLES * interval, stepMs / 1000),
});
