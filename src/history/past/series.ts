/** A series of numbers: one field of a plugin, of one item where the plugin serves a list. */

/** A gauge is a value at a time, a rate an increase per second. */
type SeriesKind = 'gauge' | 'rate';

export interface SeriesInfo {
  readonly plugin: string;
  /** Identity of the item; null where the plugin serves one object. */
  readonly item: string | null;
  /** Name as served: `total`, `bytes_recv_rate_per_sec`. */
  readonly field: string;
  readonly kind: SeriesKind;
  /** Unit as the plugin declares it; of a rate, that of the counter. */
  readonly unit: string | null;
}
