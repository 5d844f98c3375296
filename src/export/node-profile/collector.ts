/** Kernel readings with node_exporter's names. */
import type { LabelPair } from '../metrics/family.ts';
import type { ReadCache } from './read-cache.ts';
import type { ScrapedHost } from './scraped-host.ts';

/** Adds a sample; null: none. Names with `_total` are counters. */
export type Put = (name: string, help: string, value: number | null, ...labels: LabelPair[]) => void;

/** One of node_exporter's collectors; throws if the host has nothing of the kind. */
export interface Collector {
  /** Its name in node_exporter. */
  readonly name: string;
  /** Expensive: runs only if configured. */
  readonly isOptional?: true;
  /** Its metrics are counters and gauges without a type. */
  readonly isUntyped?: true;
  /** Adds samples in the same order each time while the host does not change. */
  collect(host: ScrapedHost, put: Put, kept: ReadCache): void | Promise<void>;
}
