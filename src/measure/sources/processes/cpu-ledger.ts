/**
 * CPU time between two scans. The kernel adds the time of a child that has ended to the parent that waits for it; what was not seen
 * of it while it ran is time of processes too short-lived for the list.
 */
import type { CpuTimes } from './entry.ts';

/** A process in both scans, or a new one. */
export interface CpuUse {
  readonly pid: number;
  readonly name: string;
  /** CPU time since the scan before. */
  readonly seconds: number;
  /** CPU time of children that have ended since, as far as no scan has seen it. */
  readonly ended: number;
}

/** Adopts children whose parent has ended. */
const INIT = 1;
/** Deeper than families of processes that end together. */
const MOST_STEPS = 32;

const ownOf = (times: CpuTimes | null): number => (times === null ? 0 : times.user + times.system);
const childrenOf = (times: CpuTimes | null): number =>
  times === null ? 0 : times.children_user + times.children_system;

export class CpuLedger {
  #uses: Omit<CpuUse, 'name'>[] = [];
  /** Processes that have ended since, by pid: their time was counted while they ran. */
  #gone = new Map<number, { readonly parent: number; readonly seconds: number }>();
  /** Of these, what parents had not waited for at the scan before. */
  #late = new Map<number, number>();

  /** @param before null: the process is new */
  note(pid: number, before: CpuTimes | null, now: CpuTimes): void {
    // The kernel scales times, so that they may fall by a tick (cputime_adjust).
    const seconds = Math.max(0, ownOf(now) - ownOf(before));
    const ended = Math.max(0, childrenOf(now) - childrenOf(before));
    if (seconds > 0 || ended > 0) this.#uses.push({ pid, seconds, ended });
  }

  /** A process has ended. */
  end(pid: number, parent: number, times: CpuTimes | null): void {
    this.#gone.set(pid, { parent, seconds: ownOf(times) + childrenOf(times) });
  }

  /** Returns the uses of a complete scan. @param nameOf name of a running process; undefined: it has ended */
  take(nameOf: (pid: number) => string | undefined): CpuUse[] {
    const fresh = new Map<number, number>();
    for (const { parent, seconds } of this.#gone.values()) add(fresh, this.#heirOf(parent, nameOf), seconds);
    const late = new Map(fresh);
    const uses = this.#uses.flatMap((use): CpuUse[] => {
      const known = (fresh.get(use.pid) ?? 0) + (this.#late.get(use.pid) ?? 0);
      const rest = Math.min(fresh.get(use.pid) ?? 0, known - use.ended);
      if (rest > 0) late.set(use.pid, rest);
      else late.delete(use.pid);
      const name = nameOf(use.pid);
      return name === undefined ? [] : [{ ...use, name, ended: Math.max(0, use.ended - known) }];
    });
    this.#late = late;
    this.#uses = [];
    this.#gone = new Map();
    return uses;
  }

  /** A parent that has ended too has handed the time on to its own. */
  #heirOf(pid: number, nameOf: (pid: number) => string | undefined): number {
    let heir = pid;
    for (let steps = 0; steps < MOST_STEPS && nameOf(heir) === undefined; steps += 1)
      heir = this.#gone.get(heir)?.parent ?? INIT;
    return heir;
  }
}

function add(sums: Map<number, number>, pid: number, seconds: number): void {
  if (seconds > 0) sums.set(pid, (sums.get(pid) ?? 0) + seconds);
}
