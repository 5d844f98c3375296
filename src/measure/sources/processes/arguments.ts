/** Bounded arguments of processes: any user can start hundreds with megabytes of arguments, which would be in every reply. */
import type { Clock, Host } from '../../../core/host.ts';
import { parsePidCmdline } from '../../linux/pid-cmdline.ts';
import { readInTime } from './in-time.ts';
import { isDenied, isGone } from '../../../core/files/error-code.ts';

/** Bytes of one process in lists. */
const MOST = 4096;
/** Limit for a single requested process. */
const MOST_OF_ONE = 64 * 1024;
/** Limit per process while the total is exceeded. */
const MOST_OF_MANY = 256;
/** Most bytes of all processes. */
const MOST_OF_ALL = 4 * 1024 * 1024;
/** Every process is looked up within this time, so it covers about everything. */
const WINDOW_MS = 60_000;

/** Longest wait of a scan for the arguments that it asked for; later ones come with the next scan. */
const TIMEOUT_MS = 1000;
/** While so many processes do not answer, no others are asked. */
const MOST_HANGING = 3;
/** Reads at a time, so that the total is exceeded by no more. */
const MOST_AT_ONCE = 8;

/** Null: denied. */
export type Arguments = string[] | null | 'ended';

/**
 * Arguments of processes, the last one ending with `…` if cut. They are in the memory of the process, whose lock the kernel may hold
 * for ever while a page of it comes from a dead server, so they are read in the thread pool.
 */
export class ArgumentReads {
  readonly #host: Host;
  readonly #budget: Budget;
  readonly #come = new Map<number, Arguments>();
  /** Processes whose arguments have not come yet, and of these the ones whose read has not begun. */
  readonly #asked = new Set<number>();
  readonly #waiting: number[] = [];
  /** Those that a scan did not wait for any longer, and of these the ones that the next did not get either. */
  readonly #late = new Set<number>();
  #silent: readonly number[] = [];
  /** Called when everything has come that is not late. */
  #whenCome = (): void => {};

  constructor(host: Host) {
    this.#host = host;
    this.#budget = createBudget(host.clock);
  }

  /** Has the arguments of a process read, unless it does not answer. */
  ask(pid: number): void {
    if (this.#asked.has(pid) || this.#late.size >= MOST_HANGING) return;
    this.#come.delete(pid);
    this.#asked.add(pid);
    this.#waiting.push(pid);
    this.#begin();
  }

  /** Waits for what was asked for and is not late. */
  async settle(): Promise<void> {
    this.#silent = [...this.#late];
    if (this.#asked.size === this.#late.size) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#host.clock.setTimer(resolve, TIMEOUT_MS);
      this.#whenCome = () => {
        cancel();
        resolve();
      };
    });
    for (const pid of this.#asked) this.#late.add(pid);
  }

  /** Returns the arguments that came since the last call, by pid. */
  take(): [pid: number, args: Arguments][] {
    const come = [...this.#come];
    this.#come.clear();
    return come;
  }

  /** Processes that have not answered for a whole scan. */
  silent(): readonly number[] {
    return this.#silent;
  }

  /** Thousands wait as numbers: only the few reads that run are promises. */
  #begin(): void {
    while (this.#asked.size - this.#waiting.length < MOST_AT_ONCE) {
      const pid = this.#waiting.shift();
      if (pid === undefined) return;
      void this.#read(pid).then(() => {
        this.#asked.delete(pid);
        this.#late.delete(pid);
        this.#begin();
        if (this.#asked.size === this.#late.size) this.#whenCome();
      });
    }
  }

  async #read(pid: number): Promise<void> {
    const limit = this.#budget.isSpent() ? MOST_OF_MANY : MOST;
    try {
      const { args, size } = parse(await this.#host.readApart(pathOf(pid), limit + 1), limit);
      this.#budget.spend(size);
      this.#come.set(pid, args);
    } catch (error) {
      if (isDenied(error)) this.#come.set(pid, null);
      else if (isGone(error)) this.#come.set(pid, 'ended');
    }
  }
}

/**
 * More of the arguments cut in lists, up to 64 kB.
 * @param known those in the list; kept if there is no more, or the pid was reused
 */
export async function longerArguments(host: Host, pid: number, known: readonly string[]): Promise<string[]> {
  if (known.at(-1)?.endsWith(CUT) !== true) return [...known];
  const bytes = await readInTime(host, pathOf(pid), MOST_OF_ONE + 1);
  const { args } = bytes === null ? { args: [] } : parse(bytes, MOST_OF_ONE);
  const begin = known.join('\0').slice(0, -CUT.length);
  return args.join('\0').startsWith(begin) ? args : [...known];
}

const pathOf = (pid: number): string => `/proc/${pid}/cmdline`;

/** @param bytes one more than `limit` if there are more */
function parse(bytes: Uint8Array, limit: number): { args: string[]; size: number } {
  const args = bytes.length > limit ? cut(parsePidCmdline(bytes.subarray(0, limit))) : parsePidCmdline(bytes);
  return { args, size: bytes.length };
}

/** Appended to the last argument if cut. */
const CUT = '…';

/** Marks the last argument as cut, without a character that the cut has split. */
const cut = (parts: string[]): string[] => [
  ...parts.slice(0, -1),
  `${(parts.at(-1) ?? '').replace(/\ufffd{1,3}$/, '')}${CUT}`,
];

interface Budget {
  isSpent(): boolean;
  spend(bytes: number): void;
}

function createBudget(clock: Clock): Budget {
  let startedAt = clock.monotonic();
  let spent = 0;
  let spentBefore = 0;
  return {
    isSpent() {
      const now = clock.monotonic();
      if (now - startedAt >= WINDOW_MS) {
        spentBefore = now - startedAt < 2 * WINDOW_MS ? spent : 0;
        spent = 0;
        startedAt = now;
      }
      return Math.max(spent, spentBefore) >= MOST_OF_ALL;
    },
    spend(bytes) {
      spent += bytes;
    },
  };
}
