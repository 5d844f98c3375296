/** All servers by the hub's last data. Unchanged rows keep their object. */
import { type ShallowRef, shallowRef } from 'vue';
import { clocksApart } from '../api/clock.ts';
import { RECENT_LENGTH } from '../../src/core/columns.ts';
import type {
  FleetChange,
  FleetColumn,
  FleetPage,
  FleetRow,
  FleetRowChange,
  FleetValue,
  Server,
} from '../api/servers.ts';

export interface Roster {
  /** In the hub's order. */
  readonly servers: Readonly<ShallowRef<readonly Server[]>>;
  readonly columns: Readonly<ShallowRef<readonly FleetColumn[]>>;
  /** Servers can be added and removed. */
  readonly isEditable: Readonly<ShallowRef<boolean>>;
  /** Poll interval of servers in seconds. */
  readonly refresh: Readonly<ShallowRef<number>>;
  /** Unix milliseconds on the hub's clock; the browser's may differ by hours. */
  now(): number;
  /** False until the first list arrives. */
  readonly isFilled: Readonly<ShallowRef<boolean>>;
  /** Replaces the whole list. */
  replace(pages: readonly FleetPage[]): void;
  apply(change: FleetChange): void;
}

/** Returns the row with new values. */
function continued(before: Server, { age, values, headline }: FleetRowChange, receivedAt: number): Server {
  const older = (receivedAt - before.receivedAt) / 1000;
  const entries = Object.entries(before.values).map(([key, known]): [string, FleetValue] => {
    const fresh = values[key];
    if (fresh === undefined) return [key, { ...known, age: known.age + older }];
    const [value, level, decoration] = fresh;
    const recent =
      typeof value === 'number' ? [...known.recent.slice(1 - RECENT_LENGTH), value] : known.recent;
    return [key, { value, level, decoration, age: age ?? 0, recent }];
  });
  const verdict =
    before.verdict && headline !== undefined ? { ...before.verdict, sentence: headline } : before.verdict;
  return { ...before, age, values: Object.fromEntries(entries), verdict, receivedAt };
}

/** Usual poll interval of the hub. */
const USUAL_REFRESH = 10;

/** @param clock monotonic milliseconds */
export function createRoster(clock: () => number = () => performance.now()): Roster {
  const servers = shallowRef<readonly Server[]>([]);
  const columns = shallowRef<readonly FleetColumn[]>([]);
  const isEditable = shallowRef(false);
  const refresh = shallowRef(USUAL_REFRESH);
  const isFilled = shallowRef(false);
  let known = new Map<string, Server>();
  let places = 0;
  /** Milliseconds by which the hub's clock is ahead. */
  let ahead = 0;

  const received = (row: FleetRow): Server => ({
    ...row,
    receivedAt: clock(),
    place: known.get(row.id)?.place ?? places++,
  });
  const show = (): void => {
    servers.value = [...known.values()];
  };
  return {
    servers,
    columns,
    isEditable,
    refresh,
    isFilled,
    now: () => Date.now() + ahead,
    replace(pages) {
      const [first] = pages;
      if (first === undefined) return;
      // Equal columns keep their object: new ones rebuild the table.
      if (JSON.stringify(first.columns) !== JSON.stringify(columns.value)) columns.value = first.columns;
      ahead = clocksApart(first.now);
      isEditable.value = first.editable;
      refresh.value = first.refresh > 0 ? first.refresh : USUAL_REFRESH;
      known = new Map(pages.flatMap((page) => page.servers).map((row) => [row.id, received(row)]));
      isFilled.value = true;
      show();
    },
    apply({ servers: rows = [], changes = [], removed = [] }) {
      for (const id of removed) known.delete(id);
      for (const row of rows) known.set(row.id, received(row));
      for (const change of changes) {
        const before = known.get(change.id);
        if (before !== undefined) known.set(change.id, continued(before, change, clock()));
      }
      show();
    },
  };
}
