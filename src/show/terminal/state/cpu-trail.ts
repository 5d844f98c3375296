/** CPU of the process that is looked at closely, since it is. */
import type { Process } from '../../display/snapshots.ts';

/** Enough for the widest graph: two a cell. */
const MOST = 128;

export interface CpuTrail {
  /**
   * Values so far, newest last; restarts for another process.
   * @param rows its list: a redraw with the same list adds no value
   */
  of(rows: readonly Process[], process: Process): readonly number[];
}

export function createCpuTrail(): CpuTrail {
  let pid: number | null = null;
  let last: readonly Process[] | null = null;
  let values: readonly number[] = [];
  return {
    of(rows, process) {
      if (process.pid !== pid) [pid, last, values] = [process.pid, null, []];
      if (rows !== last) values = [...values, process.cpu_percent ?? Number.NaN].slice(-MOST);
      last = rows;
      return values;
    },
  };
}
