/**
 * The process list, assembled from differences; unchanged rows keep their object. The stream carries the differences; polling pages
 * request them (`/api/processes`).
 */
import type { Client } from '../api/client.ts';
import { ApiProblem } from '../api/client.ts';
import type { Process } from '../api/types.ts';

export interface Difference {
  position: string;
  whole: boolean;
  gone: readonly number[];
  rows: readonly Process[];
}

/** Checked, since a hub forwards what other servers send. */
export function isDifference(value: unknown): value is Difference {
  const { position, gone, rows } = (value ?? {}) as Partial<Difference>;
  return (
    typeof position === 'string' &&
    Array.isArray(gone) &&
    Array.isArray(rows) &&
    rows.every((row) => typeof (row as Process | null)?.pid === 'number')
  );
}

export interface ProcessList {
  /** Position after which the next difference begins; empty: all rows are needed. */
  readonly position: string;
  /** Applies a difference; returns the same array when nothing changed. */
  take(change: Difference): readonly Process[];
  /** Rows of elsewhere, with the parents and units that are known here. Agents that do not serve those are asked once. */
  complete(rows: readonly Process[], signal: AbortSignal): Promise<readonly Process[]>;
}

export function createProcessList(client: Client): ProcessList {
  let rows = new Map<number, Process>();
  let list: readonly Process[] = [];
  let position = '';
  let isAbsent = false;

  const take = (change: Difference): readonly Process[] => {
    ({ position } = change);
    if (!change.whole && change.gone.length + change.rows.length === 0) return list;
    if (change.whole) rows = new Map();
    for (const pid of change.gone) rows.delete(pid);
    // Changed fields, without the key.
    for (const row of change.rows)
      rows.set(row.pid, Object.hasOwn(row, 'key') ? row : { ...rows.get(row.pid), ...row });
    list = [...rows.values()];
    return list;
  };
  const load = async (signal: AbortSignal): Promise<void> => {
    try {
      const query = position === '' ? '' : `?since=${encodeURIComponent(position)}`;
      const change = await client.get<unknown>(`api/processes${query}`, signal);
      if (isDifference(change)) take(change);
    } catch (error) {
      isAbsent = error instanceof ApiProblem && error.status === 404;
    }
  };
  return {
    get position() {
      return position;
    },
    take,
    async complete(others, signal) {
      if (!isAbsent) await load(signal);
      if (isAbsent) return others;
      return others.map((row) => {
        const { ppid, create_time, unit, container } = rows.get(row.pid) ?? {};
        return ppid === undefined ? row : ({ ...row, ppid, create_time, unit, container } as Process);
      });
    },
  };
}
