/** Bounded arguments of processes: any user can start hundreds with megabytes of arguments, which would be in every reply. */
import type { Clock, Host } from '../../../core/host.ts';
import { parsePidCmdline } from '../../linux/pid-cmdline.ts';
import { orNull } from '../../../core/or-null.ts';

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

/** Reads the arguments of a process; the last one ends with `…` if cut. Throws a system error. */
export function createArgumentReader(host: Host): (pid: number) => string[] {
  const budget = createBudget(host.clock);
  return (pid) => {
    const limit = budget.isSpent() ? MOST_OF_MANY : MOST;
    const { args, size } = read(host, pid, limit);
    budget.spend(size);
    return args;
  };
}

/**
 * More of the arguments cut in lists, up to 64 kB.
 * @param known those in the list; kept if there is no more, or the pid was reused
 */
export function longerArguments(host: Host, pid: number, known: readonly string[]): string[] {
  if (known.at(-1)?.endsWith(CUT) !== true) return [...known];
  const { args } = orNull(() => read(host, pid, MOST_OF_ONE)) ?? { args: [] };
  const begin = known.join('\0').slice(0, -CUT.length);
  return args.join('\0').startsWith(begin) ? args : [...known];
}

function read(host: Host, pid: number, limit: number): { args: string[]; size: number } {
  const bytes = host.readHead(`/proc/${pid}/cmdline`, limit + 1);
  const args = bytes.length > limit ? cut(parsePidCmdline(bytes.subarray(0, limit))) : parsePidCmdline(bytes);
  return { args, size: bytes.length };
}

/** Appended to the last argument if cut. */
const CUT = '…';

/** The cut may be inside a character. */
const cut = (parts: string[]): string[] => [
  ...parts.slice(0, -1),
  `${(parts.at(-1) ?? '').replace(/\ufffd{1,3}$/, '')}${CUT}`,
];

function createBudget(clock: Clock): { isSpent(): boolean; spend(bytes: number): void } {
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
