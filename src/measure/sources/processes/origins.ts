/** Origins of processes: parent, start, unit or container. */
import type { Host } from '../../../core/host.ts';
import type { Origin } from '../../../core/process-origin.ts';
import { parsePidCgroup } from '../../linux/pid-cgroup.ts';
import type { Stat } from '../../linux/stat.ts';
import { TICKS_PER_SECOND } from './amounts.ts';
import { type CgroupOwner, cgroupOwnerOf, NO_OWNER } from './cgroup-owner.ts';
import type { LastKnown } from './last-known.ts';
import type { Tracked } from './tracked.ts';

/** Control groups are read for this long after a request. */
const WANTED_MS = 60_000;

/** Costs nothing without clients: parents and start times come with `stat`, control groups are read on demand. */
export class Origins {
  readonly #host: Host;
  #wantedUntil = Number.NEGATIVE_INFINITY;
  #isFollowed = false;
  readonly #stat: LastKnown<Stat>;
  #bootTime = 0;

  /** @param stat read before each scan */
  constructor(host: Host, stat: LastKnown<Stat>) {
    this.#host = host;
    this.#stat = stat;
  }

  /** In use: the next scans read the control groups, too. */
  ask(): void {
    this.#wantedUntil = this.#host.clock.monotonic() + WANTED_MS;
  }

  /** From now on scans read the control group of each new process. */
  follow(): void {
    this.#isFollowed = true;
  }

  get isWanted(): boolean {
    return this.#isFollowed || this.#isAsked;
  }

  get #isAsked(): boolean {
    return this.#host.clock.monotonic() < this.#wantedUntil;
  }

  /** Reads the control group of a process that is new, runs another program than before, or is due for clients. */
  readCgroup(process: Tracked, isDue: boolean): void {
    const name = process.identity?.name;
    const isKnown = process.cgroupOwner !== null && process.cgroupName === name;
    if (isKnown && !(isDue && this.#isAsked)) return;
    process.cgroupName = name;
    const owner = process.isKernelThread ? NO_OWNER : this.#cgroupOwnerOf(process.pid);
    const { cgroupOwner: before } = process;
    if (before === null || before.unit !== owner.unit || before.container !== owner.container)
      process.cgroupOwner = owner;
  }

  of(process: Tracked): Origin {
    const { origin: before, parent, cgroupOwner: owner, startTime } = process;
    const boot = this.#boot();
    const isSame =
      before?.ppid === parent && before.unit === owner?.unit && before.container === owner?.container;
    if (isSame && (before.create_time !== null || Number.isNaN(boot))) return before;
    const started = Math.round((boot + startTime / TICKS_PER_SECOND) * 100) / 100;
    process.origin = { ppid: parent, create_time: Number.isNaN(started) ? null : started, ...owner };
    return process.origin;
  }

  #cgroupOwnerOf(pid: number): CgroupOwner {
    try {
      return cgroupOwnerOf(parsePidCgroup(this.#host.read(`/proc/${pid}/cgroup`)));
    } catch {
      // It has ended, or this kernel has no control groups.
      return NO_OWNER;
    }
  }

  /** When the machine started, as it was known first: a clock that is set moves it, but no start of a process. */
  #boot(): number {
    this.#bootTime ||= this.#stat.value?.btime ?? 0;
    return this.#bootTime || Number.NaN;
  }
}
