/** A field of a plugin over time; of one item, where the plugin serves a list. */
export interface SeriesName {
  readonly field: string;
  readonly identity: string | null;
  /** Name as served. */
  readonly name: string;
}

interface FieldOfItem {
  /** Identity of the item; null or missing where the plugin serves one object. */
  readonly item?: string | null | undefined;
  readonly field: string;
}

/** Returns the name of a series in the API, without its plugin. */
export const seriesName = ({ item = null, field }: FieldOfItem): string =>
  item === null ? field : `${item}_${field}`;

/** Names a series in addresses and archives: `cpu/total`, `network/eth0_bytes_recv_rate_per_sec`. */
export const seriesId = (series: FieldOfItem & { readonly plugin: string }): string =>
  `${series.plugin}/${seriesName(series)}`;

export const nameSeries = (field: string, identity: string | null): SeriesName => ({
  field,
  identity,
  name: seriesName({ item: identity, field }),
});
