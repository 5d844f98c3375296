/** Origins of processes: parent, start, unit or container. */
import type { Host } from '../../../core/host.ts';
import type { Origin } from '../../../core/process-origin.ts';
import { parsePidCgroup } from '../../linux/pid-cgroup.ts';
import { parseStat } from '../../linux/stat.ts';
import { TICKS_PER_SECOND } from './amounts.ts';
import { type CgroupOwner, cgroupOwnerOf, NO_OWNER } from './home.ts';
import type { Tracked } from './tracked.ts';

/** Control groups are read for this long after a request. */
const WANTED_MS = 60_000;

/** Costs nothing without clients: parents and start times come with `stat`, control groups are read on demand. */
export class Origins {
  readonly #host: Host;
  #wantedUntil = Number.NEGATIVE_INFINITY;
  #isFollowed = false;
  /** NaN: unknown. */
  #bootTime: number | null = null;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Somebody looks: coming scans read the control groups too. */
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
  look(process: Tracked, isDue: boolean): void {
    const name = process.identity?.name;
    const isKnown = process.home !== null && process.homeName === name;
    if (isKnown && !(isDue && this.#isAsked)) return;
    process.homeName = name;
    const home = process.isKernelThread ? NO_OWNER : this.#cgroupOwnerOf(process.pid);
    const { home: before } = process;
    if (before === null || before.unit !== home.unit || before.container !== home.container)
      process.home = home;
  }

  of(process: Tracked): Origin {
    const { origin: before, parent, home, startTime } = process;
    if (before?.ppid === parent && before.unit === home?.unit && before.container === home?.container)
      return before;
    const started = Math.round((this.#boot() + startTime / TICKS_PER_SECOND) * 100) / 100;
    process.origin = { ppid: parent, create_time: Number.isNaN(started) ? null : started, ...home };
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

  /** Read once: a clock that is set moves it, and processes have not started at another time for that. */
  #boot(): number {
    this.#bootTime ??= this.#readBoot();
    return this.#bootTime;
  }

  #readBoot(): number {
    try {
      return parseStat(this.#host.read('/proc/stat')).btime || Number.NaN;
    } catch {
      return Number.NaN;
    }
  }
}
