/** The history source of one host in a database. */
import type { Slice } from '../../core/slice.ts';
import {
  childOf,
  type HistorySource,
  type ListedSeries,
  type Moment,
  type RangeEvents,
  type RangeSeries,
  type WantedRange,
} from '../past/history-source.ts';
import { seriesId } from '../../core/series-name.ts';
import type { StoredPast } from './stored-past.ts';

const MINUTE_MS = 60_000;

export interface StoredHost {
  readonly past: StoredPast;
  /** Host name in the database. */
  readonly name: string;
  /** When it was last seen, in milliseconds since the epoch. */
  readonly now: number;
  /** Time of the requested values. */
  readonly valuesAt: number;
  readonly slice: Slice;
}

/** Databases have no programs and events. */
export class StoredHistory implements HistorySource {
  readonly #host: StoredHost;
  /** Unknown: not queried. */
  readonly oldest = null;

  constructor(host: StoredHost) {
    this.#host = host;
  }

  get pace(): number {
    return this.#host.past.pace;
  }

  get slice(): Slice {
    return this.#host.slice;
  }

  version(): null {
    return null;
  }

  async *range(ids: readonly string[], range: WantedRange): AsyncGenerator<RangeSeries | null> {
    const { past, name, slice } = this.#host;
    const found = await past.range(name, ids, range, slice);
    for (const id of ids) yield found.get(id) ?? null;
  }

  async series(from: number, to: number): Promise<ListedSeries[]> {
    const { past, name, now } = this.#host;
    const found = await past.series(name, from, to);
    return found.map((info) => ({
      id: seriesId(info),
      info,
      first: from,
      last: Math.min(to, now),
      isLive: false,
    }));
  }

  async moment(at: number): Promise<Moment> {
    const { past, name, valuesAt } = this.#host;
    const time = Math.floor(at / MINUTE_MS) * MINUTE_MS;
    const { values } = await past.moment(name, Math.min(valuesAt, time + MINUTE_MS));
    const objects = new Map<string, Map<string, number>>();
    const lists = new Map<string, Map<string, Map<string, number>>>();
    for (const { field, item, value } of values) {
      if (!field.isRecorded) continue;
      const fields =
        item === null ? childOf(objects, field.plugin) : childOf(childOf(lists, field.plugin), item);
      fields.set(field.field, value);
    }
    return { time, step: MINUTE_MS, objects, lists };
  }

  async top(): Promise<null> {
    return null;
  }

  async events(): Promise<RangeEvents> {
    return {
      events: [],
      marks: [],
      notes: [],
      missing: 'No history of alerts, starts and notes: a database of series has none.',
    };
  }
}
