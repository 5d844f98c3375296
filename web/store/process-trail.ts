/** CPU and memory of every process over the last minutes, stored as changes: most processes have none. */
import type { Process } from '../api/types.ts';
import type { PastPoint } from '../api/history.ts';

interface Recorded {
  row: Process;
  /** Time of the last update that listed it. */
  seenAt: number;
  times: number[];
  cpu: number[];
  memory: number[];
}

/** Fields of the process list that are recorded. */
const FIELDS = { cpu_percent: 'cpu', memory_percent: 'memory' } as const;

export interface ProcessTrail {
  record(rows: readonly Process[], time: number): void;
  /** One point for each update since the process was first seen; none for other fields. */
  points(pid: string, field: string): PastPoint[];
}

/**
 * @param span stored milliseconds
 * @param most stored updates, for faster agents
 */
export function createProcessTrail(span: number, most: number): ProcessTrail {
  let updates: number[] = [];
  const recorded = new Map<number, Recorded>();
  const add = (one: Recorded, row: Process, time: number): void => {
    const [cpu, memory] = [row.cpu_percent ?? Number.NaN, row.memory_percent ?? Number.NaN];
    one.row = row;
    if (Object.is(one.cpu.at(-1), cpu) && Object.is(one.memory.at(-1), memory)) return;
    one.times.push(time);
    one.cpu.push(cpu);
    one.memory.push(memory);
    // The value at the beginning of the span was set before it.
    while (one.times.length > most || (one.times[1] ?? Infinity) < time - span)
      for (const list of [one.times, one.cpu, one.memory]) list.shift();
  };
  const take = (rows: readonly Process[], time: number): void => {
    if (time <= (updates.at(-1) ?? 0)) return;
    updates = [...updates.slice(1 - most).filter((at) => at >= time - span), time];
    for (const row of rows) {
      let one = recorded.get(row.pid);
      if (one === undefined) {
        one = { row, seenAt: time, times: [], cpu: [], memory: [] };
        recorded.set(row.pid, one);
      }
      one.seenAt = time;
      if (one.row !== row || one.times.length === 0) add(one, row, time);
    }
    // Few processes end: most updates need not check the others.
    if (recorded.size > rows.length)
      for (const [pid, { seenAt }] of recorded) if (seenAt !== time) recorded.delete(pid);
  };
  /** The latest update, applied on demand or with the next one: the first frame does not need it. */
  let waiting: Parameters<typeof take> | null = null;
  const takeWaiting = (): void => {
    if (waiting !== null) take(...waiting);
    waiting = null;
  };
  return {
    record(...update) {
      takeWaiting();
      waiting = update;
    },
    points(pid, field) {
      takeWaiting();
      const one = recorded.get(Number(pid));
      if (one === undefined || !Object.hasOwn(FIELDS, field)) return [];
      const values = one[FIELDS[field as keyof typeof FIELDS]];
      let at = 0;
      return updates
        .filter((time) => time >= (one.times[0] ?? Infinity))
        .map((time) => {
          while ((one.times[at + 1] ?? Infinity) <= time) at += 1;
          return [time, values[at] ?? Number.NaN];
        });
    },
  };
}
