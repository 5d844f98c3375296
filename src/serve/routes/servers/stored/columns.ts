/** The columns of the list at any time, of hosts that a database knows, in the form of `/api/servers/history/range`. */
import type { Column } from '../../../../core/columns.ts';
import type { Slice } from '../../../../core/turns.ts';
import { rateField } from '../../../../keep/database/stored-field.ts';
import { tierFor } from '../../../../keep/archive/query/range.ts';
import { seriesId } from '../../../../keep/archive/series.ts';
import type { Fleet } from '../../../../fleet/hub/fleet.ts';
import { checkSize, parseRangeQuery, type RangeQuery } from '../../history/range-query.ts';
import { seriesOf } from './history.ts';

export interface StoredColumnsQuery {
  fleet: Pick<Fleet, 'columns' | 'find' | 'past'>;
  asked: Readonly<Record<string, unknown>>;
  servers: readonly string[];
  /** Their keys. */
  columns: readonly string[];
  now: number;
  slice: Slice;
}

/** Rejects with a `RequestError` where the database does not answer. */
export async function storedColumns({ fleet, asked, servers, columns, now, slice }: StoredColumnsQuery) {
  const query = parseRangeQuery(asked, now, fleet.past?.pace ?? 1);
  checkSize(query, servers.length * columns.length);
  const { from, to, step } = query;
  const rows = await Promise.all(
    servers.map(
      async (id) =>
        [id, await columnsOf({ fleet, columns, slice }, fleet.find(id)?.stored ?? null, query)] as const,
    ),
  );
  const count = Math.round((to - from) / step);
  return { from, to, step, tier: tierFor(step), count, oldest: null, servers: Object.fromEntries(rows) };
}

/** Databases hold rates where the column names a counter. */
const idsOf = (column: Column): string[] => [
  seriesId(column),
  seriesId({ ...column, field: rateField(column.field) }),
];

async function columnsOf(
  { fleet, columns, slice }: Pick<StoredColumnsQuery, 'fleet' | 'columns' | 'slice'>,
  host: string | null,
  query: RangeQuery,
): Promise<Record<string, unknown>> {
  const { columns: declared, past } = fleet;
  const ids = new Map(declared.map((column) => [column.key, idsOf(column)]));
  const asked = columns.flatMap((key) => ids.get(key) ?? []);
  const found =
    past === null || host === null ? {} : await seriesOf({ past, name: host, slice }, asked, query, 0);
  const seriesFor = (key: string) =>
    ids
      .get(key)
      ?.map((id) => found[id])
      .find((series) => series !== null && series !== undefined);
  return Object.fromEntries(columns.map((key) => [key, seriesFor(key) ?? null]));
}
