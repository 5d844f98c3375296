/** Processes as a tree, or grouped by container or unit. */
import { containerName } from '../../src/core/container-name.ts';
import type { Container, Process } from '../api/types.ts';
import { asTree, treeLines } from '../../src/show/display/tree.ts';
import { t } from '../../src/show/display/language.ts';

/** An arrangement and the prefix of each row. */
export interface Arrangement {
  arrange(rows: Process[], order: (rows: readonly Process[]) => Process[]): Process[];
  leadOf(row: Process): string;
}

const LINES = ['└─', '├─', '│ '] as const;

export function treeArrangement(): Arrangement {
  let lines = new Map<number, string>();
  return {
    arrange(rows) {
      const parents = new Map(rows.map(({ pid, ppid }) => [pid, ppid]));
      const tree = asTree(
        rows,
        ({ pid }) => pid,
        (pid) => parents.get(pid),
      );
      lines = new Map(tree.map(({ row, more }) => [row.pid, treeLines(more, LINES)]));
      return tree.map(({ row }) => row);
    },
    leadOf: ({ pid }) => lines.get(pid) ?? '',
  };
}

/** Row of a container's or unit's processes; its id is negative. */
export interface ProcessGroup extends Process {
  readonly members: number;
}

export const isGroup = (row: Process): row is ProcessGroup => 'members' in row;

/** Folded groups by title, and the ids of titles. */
export interface GroupState {
  readonly folded: ReadonlySet<string>;
  readonly numbers: Map<string, number>;
}

export function groupArrangement(containers: readonly Container[], state: GroupState): Arrangement {
  const titleOf = ({ container, unit, ppid, pid }: Process): string => {
    if (container) return t('container {name}', { name: containerName(containers, container) });
    if (unit) return unit;
    return ppid === KTHREADD || pid === KTHREADD ? t('kernel') : t('no unit');
  };
  return {
    arrange(rows, order) {
      const members = new Map<string, Process[]>();
      for (const row of rows) {
        const title = titleOf(row);
        const list = members.get(title);
        if (list === undefined) members.set(title, [row]);
        else list.push(row);
      }
      const groups = [...members].map(([title, some]) =>
        groupOf(title, some, numberOf(title, state.numbers)),
      );
      return order(groups).flatMap((group) =>
        state.folded.has(group.name) ? [group] : [group, ...(members.get(group.name) ?? [])],
      );
    },
    leadOf(row) {
      if (!isGroup(row)) return '   ';
      return state.folded.has(row.name) ? '▸ ' : '▾ ';
    },
  };
}

/** Parent of kernel threads. */
const KTHREADD = 2;

function numberOf(title: string, numbers: Map<string, number>): number {
  const known = numbers.get(title) ?? -numbers.size - 1;
  numbers.set(title, known);
  return known;
}

const sum = (rows: readonly Process[], of: (row: Process) => number | null | undefined): number =>
  rows.reduce((total, row) => total + (of(row) ?? 0), 0);

/** Sum over its processes. Shared memory counts several times. */
function groupOf(title: string, rows: readonly Process[], pid: number): ProcessGroup {
  const [first] = rows as [Process];
  const isOne = <K extends keyof Process>(key: K): boolean => rows.every((row) => row[key] === first[key]);
  return {
    ...first,
    key: 'pid',
    pid,
    name: title,
    cmdline: null,
    members: rows.length,
    username: isOne('username') ? first.username : '_',
    status: isOne('status') ? first.status : '_',
    nice: isOne('nice') ? first.nice : null,
    cpu_num: null,
    ppid: undefined,
    create_time: rows.reduce((least, { create_time: at }) => Math.min(least, at ?? least), Infinity),
    cpu_percent: sum(rows, ({ cpu_percent: percent }) => percent),
    memory_percent: sum(rows, ({ memory_percent: percent }) => percent),
    num_threads: sum(rows, ({ num_threads: threads }) => threads),
    memory_info: {
      ...first.memory_info,
      rss: sum(rows, (row) => row.memory_info?.rss),
      vms: sum(rows, (row) => row.memory_info?.vms),
    },
    cpu_times: {
      ...first.cpu_times,
      user: sum(rows, (row) => row.cpu_times?.user),
      system: sum(rows, (row) => row.cpu_times?.system),
    },
    io_counters: rows.flatMap((row) => perSecond(row)),
    time_since_update: 1,
  } as unknown as ProcessGroup;
}

/** Scales to one second, so processes read at different times can be summed. */
function perSecond({ io_counters: io, time_since_update: seconds }: Process): number[] {
  const [read = 0, written = 0, readBefore = 0, writtenBefore = 0, known = 0] = io ?? [];
  const rate = (now: number, before: number): number => Math.max(0, now - before) / (seconds || 1);
  return [rate(read, readBefore), rate(written, writtenBefore), 0, 0, known];
}
