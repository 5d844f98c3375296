import type { Host } from '../../../core/host.ts';
import { parseSocketInodes } from '../../linux/net-tcp.ts';
import { Slice } from '../../../core/slice.ts';
import { orNull } from '../../../core/or-null.ts';

/** Open files and sockets of a process; null: denied by the kernel. */
export interface Held {
  num_fds: number | null;
  tcp: number | null;
  udp: number | null;
}

/** Counts open descriptors in /proc/<pid>/fd, and matches socket inodes with /proc/<pid>/net, the process's own network. */
export async function countHeld(host: Host, pid: number): Promise<Held> {
  const names = orNull(() => host.list(`/proc/${pid}/fd`));
  if (names === null) return { num_fds: null, tcp: null, udp: null };
  const inodes = await socketInodes(host, pid, names);
  const count = (...tables: string[]): number | null => {
    const found = tables.map((table) => countIn(host, `/proc/${pid}/net/${table}`, inodes));
    return found.every((one) => one === null)
      ? null
      : found.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  };
  return { num_fds: names.length, tcp: count('tcp', 'tcp6'), udp: count('udp', 'udp6') };
}

/** Targets of links in /proc/<pid>/fd of the form `socket:[12345]` (proc_pid_fd(5)). */
async function socketInodes(host: Host, pid: number, names: readonly string[]): Promise<Set<number>> {
  const slice = new Slice({ now: () => host.clock.monotonic() });
  const inodes = new Set<number>();
  for (const name of names) {
    const target = orNull(() => host.readLink(`/proc/${pid}/fd/${name}`));
    const inode = /^socket:\[(\d+)\]$/.exec(target ?? '')?.[1];
    if (inode !== undefined) inodes.add(Number(inode));
    if (slice.isOver) await slice.next();
  }
  return inodes;
}

function countIn(host: Host, path: string, inodes: ReadonlySet<number>): number | null {
  const table = orNull(() => parseSocketInodes(host.read(path)));
  if (table === null) return null;
  let count = 0;
  for (const inode of table) if (inodes.has(inode)) count += 1;
  return count;
}
