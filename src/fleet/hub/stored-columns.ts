/** Columns of the list for all hosts of a database, one query each. */
import type { Column } from '../../core/columns.ts';
import type { Served } from '../../core/served.ts';
import type { StoredFleet } from '../../history/database/stored-fleet.ts';
import { NO_DECORATION, safeText, type Answered } from '../../net/agents/values/extract.ts';

/** Values by host and key of the column. */
export type StoredColumns = (now: number) => Promise<ReadonlyMap<string, ReadonlyMap<string, Answered>>>;

/** Returns the decoration of a value among the known ones of its object or item, by the thresholds of this hub. */
export type DecorationOf = (column: Column, served: Served) => string;

export function createStoredColumns(
  database: StoredFleet,
  columns: readonly Column[],
  decorationOf: DecorationOf,
): StoredColumns {
  return async (now) => {
    const found = new Map<string, Map<string, Answered>>();
    const add = (host: string, key: string, answered: Answered): void => {
      const values = found.get(host) ?? new Map<string, Answered>();
      found.set(host, values.set(key, answered));
    };
    await Promise.all(
      columns.map(async (column) => {
        const { key, plugin, field, item } = column;
        const [numbers, texts, lasting] = await Promise.all([
          database.fieldOfAll(plugin, field, item, now),
          item === null ? database.textOfAll(plugin, field, now) : new Map<string, string>(),
          item === null ? database.lastingOfAll(plugin, now) : new Map<string, Served>(),
        ]);
        for (const [host, value] of numbers) {
          const served = { ...lasting.get(host), [field]: value };
          add(host, key, { value: rounded(value), decoration: decorationOf(column, served) });
        }
        for (const [host, text] of texts)
          add(host, key, { value: safeText(text), decoration: NO_DECORATION });
      }),
    );
    return found;
  };
}

/** Factors leave digits behind: 21.600000000000001. */
const rounded = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(7)));
