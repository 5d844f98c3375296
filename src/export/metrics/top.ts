/** Metrics of the busiest single processes. Every new process is a new series. */
import { labelValue } from './escape.ts';
import type { Family } from './family.ts';
import { family } from './own.ts';
import type { ProcessRow } from './programs.ts';

export function topFamilies(
  rows: readonly (ProcessRow & { cpu_percent?: number })[],
  most: number,
  time: number,
): Family[] {
  const busiest = rows.toSorted((a, b) => (b.cpu_percent ?? 0) - (a.cpu_percent ?? 0)).slice(0, most);
  const each = (value: (row: ProcessRow) => number | null) =>
    busiest.map((row) => [value(row), ['pid', String(row.pid)], ['name', labelValue(row.name)]] as const);
  return [
    family(
      ['gander_process_cpu_seconds', 'counter', 'seconds', 'CPU time used by the process.'],
      time,
      each(({ cpu_times: times }) =>
        times === undefined ? null : Math.round((times.user + times.system) * 100) / 100,
      ),
    ),
    family(
      ['gander_process_resident_memory_bytes', 'gauge', 'bytes', 'Memory it holds resident.'],
      time,
      each(({ memory_info: memory }) => memory?.rss ?? null),
    ),
    family(
      ['gander_process_threads', 'gauge', null, 'Its threads.'],
      time,
      each(({ num_threads: threads }) => threads ?? null),
    ),
  ];
}
