/** Readings of the kernel under the names that node_exporter gives them. */
import type { LabelPair } from '../metrics/family.ts';
import type { ReadCache } from './read-cache.ts';
import type { ScrapedHost } from './scraped-host.ts';

/** Adds a sample; null: there is none. A name that ends in `_total` is that of a counter. */
export type Put = (name: string, help: string, value: number | null, ...labels: LabelPair[]) => void;

/** One of node_exporter's collectors; throws where the host has nothing of the kind. */
export interface Collector {
  /** As node_exporter calls it. */
  readonly name: string;
  /** Costly: only where the configuration names it. */
  readonly isOptional?: true;
  /** Its metrics are counters and gauges alike, without a type. */
  readonly isUntyped?: true;
  /** Puts samples in the same order each time, as far as the host stays as it is. */
  collect(host: ScrapedHost, put: Put, kept: ReadCache): void | Promise<void>;
}
