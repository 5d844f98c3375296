/** The types of served values, without dependencies. */

/** A served item: JSON values by wire key. */
export type Served = Record<string, unknown>;

/** Limits of a plugin by wire name: thresholds and times are numbers, everything else a list of words. */
export type Limits = Readonly<Record<string, number | string[]>>;

/** How to show a served value. */
export interface View {
  /** A level, with the suffix `_LOG` when it raises events. */
  decoration: string;
  optional: boolean;
  additional: false;
  splittable: false;
  hidden: boolean;
}
