/** Series that had another name or unit. What is on disk under the old one is read as the new one; files stay as they are. */
export interface RenamedSeries {
  /** Plugin and field as they were. */
  readonly from: { readonly plugin: string; readonly field: string };
  /** Plugin and field as they are now; items keep their names. */
  readonly to: { readonly plugin: string; readonly field: string; readonly unit: string | null };
  /** Old values times this are new ones. */
  readonly factor: number;
  /** Milliseconds since the epoch: nothing was recorded under the old name from then on, or it was something else. */
  readonly since: number;
}

/** By age. A field that is renamed, or gets another unit, adds a line. */
export const RENAMED_SERIES: readonly RenamedSeries[] = [];
