/** Processes of this machine: acting on them, and who started whom. */
import { parsePidStat } from '../../../measure/linux/pid-stat.ts';
import type { ProcessControl } from './data-source.ts';
import { t } from '../../display/language.ts';
import { orNull } from '../../../core/or-null.ts';

interface ProcessDoors {
  /** Returns the content of a file of the watched host. */
  read(path: string): Uint8Array;
  signal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): string | null;
  renice(pid: number, by: number): number | string;
  select(pid: number | null): void;
}

export function createProcessControl({ read, signal, renice, select }: ProcessDoors): ProcessControl {
  // It has ended.
  const statOf = (pid: number) => orNull(() => parsePidStat(read(`/proc/${pid}/stat`)));
  const markOf = (pid: number): string | null => {
    const stat = statOf(pid);
    return stat === null ? null : String(stat.starttime);
  };
  const ifSame = <T>(pid: number, mark: string, act: () => T): T | string =>
    markOf(pid) === mark ? act() : t('{pid} has ended.', { pid });
  return {
    select,
    mark(pid, name) {
      const stat = statOf(pid);
      return stat !== null && isNamed(stat.comm, name) ? String(stat.starttime) : null;
    },
    end: (pid, mark, which) => ifSame(pid, mark, () => signal(pid, which)),
    renice: (pid, mark, by) => ifSame(pid, mark, () => renice(pid, by)),
    parents: createParents((pid) => statOf(pid)?.ppid ?? null),
  };
}

/** True if a name belongs to a `comm`: the kernel cuts it after 15 bytes; the scan knows the rest from the command line. */
const isNamed = (comm: string, name: string): boolean =>
  comm === name || (Buffer.byteLength(comm) >= 15 && name.startsWith(comm));

/** A process gets another parent only when its own ends: what was read is kept while that one is there. */
function createParents(read: (pid: number) => number | null): ProcessControl['parents'] {
  let known = new Map<number, number>();
  return (pids) => {
    const here = new Set(pids);
    const next = new Map<number, number>();
    for (const pid of pids) {
      const before = known.get(pid);
      const parent = before !== undefined && here.has(before) ? before : read(pid);
      if (parent !== null) next.set(pid, parent);
    }
    known = next;
    return next;
  };
}
