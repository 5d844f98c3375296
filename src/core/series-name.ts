/** A field of a plugin over time; of one item, where the plugin serves a list. */
export interface SeriesName {
  readonly field: string;
  readonly identity: string | null;
  /** Name as served. */
  readonly name: string;
}

export const nameSeries = (field: string, identity: string | null): SeriesName => ({
  field,
  identity,
  name: identity === null ? field : `${identity}_${field}`,
});
