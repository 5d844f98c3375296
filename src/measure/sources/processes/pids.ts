import type { Host } from '../../../core/host.ts';
import type { Slice } from '../../../core/slice.ts';

/** With more processes, work on all of them exceeds a slice. */
export const MANY = 2000;

/** Names processed between two checks of the time. */
const BATCH = 256;
/** Pid assigned last, of a process or thread (Documentation/admin-guide/sysctl/kernel.rst). */
const LAST_PID = '/proc/sys/kernel/ns_last_pid';
/** Numbers may be given otherwise, by tools that bring processes back (CRIU), and processes may come in sight. */
const OLDEST_MS = 30_000;

/**
 * Pids of this host. Listing takes the kernel longer than checking each process, so it is repeated only after new pids were
 * assigned; ended ones are found when read.
 */
export class PidList {
  readonly #host: Host;
  #pids: Uint32Array = new Uint32Array();
  #lastPid: string | null = null;
  #listedAt = Number.NEGATIVE_INFINITY;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Like {@link listPids}; may include ended processes. */
  async list(slice: Slice, expected: number): Promise<Uint32Array> {
    const now = this.#host.clock.monotonic();
    // Elsewhere the number is that of another list of processes.
    const lastPid = this.#host.isLocal ? this.#host.readText(LAST_PID) : null;
    const isSame = lastPid !== null && lastPid === this.#lastPid;
    if (isSame && now - this.#listedAt < OLDEST_MS) return this.#pids;
    this.#pids = await listPids(this.#host, slice, expected);
    this.#lastPid = lastPid;
    this.#listedAt = now;
    return this.#pids;
  }
}

/**
 * Lists the process directories of /proc, ascending.
 * @param expected previous number; many are listed in slices, which takes 1.5 times as long
 */
export async function listPids(host: Host, slice: Slice, expected: number): Promise<Uint32Array> {
  const pids: number[] = [];
  if (expected < MANY) host.list('/proc').forEach((name) => addPid(pids, name));
  else {
    // Other plugins are read in the turn in which a scan begins.
    await slice.next();
    let left = BATCH;
    for (const name of host.names('/proc')) {
      addPid(pids, name);
      left -= 1;
      if (left > 0) continue;
      left = BATCH;
      if (slice.isOver) await slice.next();
    }
  }
  return Uint32Array.from(pids).sort();
}

function addPid(pids: number[], name: string): void {
  const first = name.charCodeAt(0);
  if (first < 0x30 || first > 0x39) return;
  const pid = Number(name);
  if (Number.isInteger(pid)) pids.push(pid);
}
