/** The columns of the list at any time, for hosts in a database, by the ids of the hub's archive. */
import type { Column } from '../../../core/columns.ts';
import type { Slice } from '../../../core/slice.ts';
import type { Fleet } from '../../hub/fleet.ts';
import { rateField } from '../../../history/database/stored-field.ts';
import type { StoredPast } from '../../../history/database/stored-past.ts';
import type { RangeSeries, RangeSource, WantedRange } from '../../../history/past/history-source.ts';
import { seriesId } from '../../../core/series-name.ts';

/** Source of a column's values. */
interface Place {
  /** Null: the database does not know the server. */
  readonly host: string | null;
  /** Series of the column; the first known one counts. */
  readonly series: readonly string[];
}

const NOT_STORED: Place = { host: null, series: [] };

export class StoredColumns implements RangeSource {
  readonly #past: StoredPast;
  readonly #columns = new Map<string, Place>();
  readonly oldest = null;
  readonly slice: Slice;

  constructor(
    fleet: Pick<Fleet, 'columns' | 'find'>,
    servers: readonly string[],
    past: StoredPast,
    slice: Slice,
  ) {
    this.#past = past;
    this.slice = slice;
    for (const server of servers) {
      const host = fleet.find(server)?.stored ?? null;
      for (const column of fleet.columns)
        this.#columns.set(`servers/${server}_${column.key}`, { host, series: seriesOf(column) });
    }
  }

  get pace(): number {
    return this.#past.pace;
  }

  version(): null {
    return null;
  }

  async *range(ids: readonly string[], range: WantedRange): AsyncGenerator<RangeSeries | null> {
    const byHost = new Map<string, Set<string>>();
    for (const id of ids) {
      const { host, series } = this.#columns.get(id) ?? NOT_STORED;
      if (host !== null) byHost.set(host, new Set([...(byHost.get(host) ?? []), ...series]));
    }
    const found = new Map(
      await Promise.all(
        [...byHost].map(
          async ([host, series]) =>
            [host, await this.#past.range(host, [...series], range, this.slice)] as const,
        ),
      ),
    );
    for (const id of ids) {
      const { host, series } = this.#columns.get(id) ?? NOT_STORED;
      const ofHost = host === null ? undefined : found.get(host);
      yield series.map((one) => ofHost?.get(one)).find((one) => one !== undefined) ?? null;
    }
  }
}

/** Databases contain rates for counters. */
const seriesOf = (column: Column): string[] => [
  seriesId(column),
  seriesId({ ...column, field: rateField(column.field) }),
];
