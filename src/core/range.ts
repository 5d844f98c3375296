/** The forms of a declared range. */

/** Smallest and largest possible value. */
export type Range = readonly [least: number, most: number];

/** Ranges by the text of another member, where the unit differs from item to item; with the sign of the unit. */
export interface RangeBy {
  readonly by: string;
  readonly of: Readonly<Record<string, readonly [...Range, sign: string]>>;
}

export const isWithin = (value: number, [least, most]: Range): boolean => value >= least && value <= most;
