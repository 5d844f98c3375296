/**
 * The process list, kept up to date by what changes in it (`/api/processes`): rows that stay as they are, are the same
 * objects. Agents that do not serve that are asked for the whole list.
 */
import type { Client } from './client.ts';
import { ApiProblem } from './client.ts';
import type { Process } from './types.ts';

interface Difference {
  position: string;
  whole: boolean;
  gone: readonly number[];
  rows: readonly Process[];
}

export interface ProcessList {
  /** Throws {@link ApiProblem}. */
  load(signal: AbortSignal): Promise<readonly Process[]>;
  /** Rows of elsewhere, with the parents and units that are known here. */
  complete(rows: readonly Process[], signal: AbortSignal): Promise<readonly Process[]>;
}

export function createProcessList(client: Client): ProcessList {
  let rows = new Map<number, Process>();
  let position = '';
  let isAbsent = false;

  const load = async (signal: AbortSignal): Promise<readonly Process[]> => {
    if (isAbsent) return client.get<Process[]>('api/4/processlist', signal);
    let change: Difference;
    try {
      const query = position === '' ? '' : `?since=${encodeURIComponent(position)}`;
      change = await client.get<Difference>(`api/processes${query}`, signal);
    } catch (error) {
      isAbsent = error instanceof ApiProblem && error.status === 404;
      if (!isAbsent) throw error;
      return load(signal);
    }
    if (change.whole) rows = new Map();
    for (const pid of change.gone) rows.delete(pid);
    // Without a key: what of it has changed.
    for (const row of change.rows)
      rows.set(row.pid, Object.hasOwn(row, 'key') ? row : { ...rows.get(row.pid), ...row });
    ({ position } = change);
    return [...rows.values()];
  };
  return {
    load,
    async complete(others, signal) {
      await (isAbsent ? null : load(signal).catch(() => null));
      if (isAbsent) return others;
      return others.map((row) => {
        const { ppid, create_time, unit, container } = rows.get(row.pid) ?? {};
        return ppid === undefined ? row : ({ ...row, ppid, create_time, unit, container } as Process);
      });
    },
  };
}
