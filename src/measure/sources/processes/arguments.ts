/**
 * Arguments of processes, bounded: any user can start hundreds of processes with megabytes of arguments each, which
 * would end up in every reply.
 */
import type { Clock, Host } from '../../../core/host.ts';
import { parsePidCmdline } from '../../linux/pid-cmdline.ts';
import { orNull } from '../../../core/or-null.ts';

/** Bytes of one process in lists. */
const MOST = 4096;
/** Bytes of the one process that somebody asks for. */
const MOST_OF_ONE = 64 * 1024;
/** Bytes of one process while those of all are too many. */
const MOST_OF_MANY = 256;
/** Bytes of all processes that are read in a while. */
const MOST_OF_ALL = 4 * 1024 * 1024;
/** In this time every process is looked up again, so it sees about as much as there is. */
const WINDOW_MS = 60_000;

/** Reads the arguments of one process; the last one ends with `…` where they are cut off. Throws a system error. */
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
 * More of arguments that are cut off in lists, up to 64 kB.
 * @param known those of the list; they stay where there is no more, or another process has this pid by now
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

/** The last argument ends with it where something was left out. */
const CUT = '…';

/** The cut may have gone through a character. */
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
