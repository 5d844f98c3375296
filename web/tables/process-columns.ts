/** Columns of the process table. */
import type { Process } from '../api/types.ts';
import type { Column } from '../parts/table.ts';
import type { Gander, Layout } from '../state/gander.ts';
import { showCpuTime } from '../units/durations.ts';

export function processColumns(gander: Gander, layout: Layout): Column<Process>[] {
  const { level, preferences, show, store } = gander;
  const cores = store.latest('cpu').value?.cpucore ?? 1;
  const scale = preferences.perMachine ? 1 / cores : 1;
  const cpu = ({ cpu_percent: percent }: Process): number | null =>
    typeof percent === 'number' ? percent * scale : null;
  const all: Column<Process>[] = [
    {
      key: 'cpu_percent',
      title: 'CPU',
      width: '60px',
      align: 'right',
      sort: cpu,
      isZero: (row) => (cpu(row) ?? 0) < 0.05,
      text: (row) => show(cpu(row), 'percent'),
      bar: (row) => (cpu(row) ?? 0) / 100,
      level: (row) => level(cpu(row), { plugin: 'processlist', header: 'cpu' }),
    },
    {
      key: 'memory_percent',
      title: 'Mem',
      width: '60px',
      align: 'right',
      sort: (row) => row.memory_percent,
      isZero: (row) => (row.memory_percent ?? 0) < 0.05,
      text: (row) => show(row.memory_percent, 'percent'),
      bar: (row) => (row.memory_percent ?? 0) / 100,
      level: (row) => level(row.memory_percent, { plugin: 'processlist', header: 'mem' }),
    },
    {
      key: 'rss',
      title: 'Resident',
      width: '72px',
      align: 'right',
      sort: (row) => row.memory_info?.rss ?? null,
      text: (row) => show(row.memory_info?.rss, 'bytes'),
    },
    {
      key: 'pid',
      title: 'PID',
      width: '64px',
      align: 'right',
      isDescending: false,
      sort: (row) => row.pid,
      text: (row) => String(row.pid),
      class: 'dim',
    },
    {
      key: 'username',
      title: 'User',
      width: '84px',
      sort: (row) => row.username,
      text: (row) => row.username,
      class: 'dim',
    },
    {
      key: 'cpu_times',
      title: 'Time',
      width: '72px',
      align: 'right',
      sort: (row) => (row.cpu_times?.user ?? 0) + (row.cpu_times?.system ?? 0),
      text: (row) => showCpuTime((row.cpu_times?.user ?? 0) + (row.cpu_times?.system ?? 0)),
      class: 'dim',
    },
    {
      key: 'num_threads',
      title: 'Thr',
      width: '36px',
      align: 'right',
      sort: (row) => row.num_threads,
      text: (row) => String(row.num_threads ?? '–'),
      class: 'dim',
    },
    { key: 'status', title: 'S', width: '14px', sort: (row) => row.status, text: (row) => row.status },
    {
      key: 'name',
      title: 'Command',
      width: 'minmax(120px, 1fr)',
      sort: (row) => row.name,
      text: (row) => (preferences.longNames && row.cmdline?.length ? row.cmdline.join(' ') : row.name),
      titleOf: (row) => (row.cmdline ?? []).join(' ').slice(0, 2000),
      class: 'mono',
    },
  ];
  if (layout !== 'narrow') return all;
  return all.filter(({ key }) => ['cpu_percent', 'memory_percent', 'name'].includes(key));
}
