/** CPU and memory of every process over the last minutes, by their changes: most processes of most machines have none. */
import type { Process } from '../api/types.ts';
import type { PastPoint } from '../api/history.ts';

interface Course {
  row: Process;
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

/** @param span milliseconds that are kept */
export function createProcessTrail(span: number): ProcessTrail {
  let updates: number[] = [];
  let courses = new Map<number, Course>();
  const add = (course: Course, row: Process, time: number): void => {
    const [cpu, memory] = [row.cpu_percent ?? Number.NaN, row.memory_percent ?? Number.NaN];
    course.row = row;
    if (Object.is(course.cpu.at(-1), cpu) && Object.is(course.memory.at(-1), memory)) return;
    course.times.push(time);
    course.cpu.push(cpu);
    course.memory.push(memory);
    // The value at the beginning of the span was set before it.
    while ((course.times[1] ?? Infinity) < time - span)
      for (const list of [course.times, course.cpu, course.memory]) list.shift();
  };
  return {
    record(rows, time) {
      if (time <= (updates.at(-1) ?? 0)) return;
      updates = [...updates.filter((at) => at >= time - span), time];
      const next = new Map<number, Course>();
      for (const row of rows) {
        const course = courses.get(row.pid) ?? { row, times: [], cpu: [], memory: [] };
        next.set(row.pid, course);
        if (course.row !== row || course.times.length === 0) add(course, row, time);
      }
      courses = next;
    },
    points(pid, field) {
      const course = courses.get(Number(pid));
      if (course === undefined || !Object.hasOwn(FIELDS, field)) return [];
      const values = course[FIELDS[field as keyof typeof FIELDS]];
      let at = 0;
      return updates
        .filter((time) => time >= (course.times[0] ?? Infinity))
        .map((time) => {
          while ((course.times[at + 1] ?? Infinity) <= time) at += 1;
          return [time, values[at] ?? Number.NaN];
        });
    },
  };
}
