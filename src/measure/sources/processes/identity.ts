import type { Host } from '../../../core/host.ts';
import { PF_KTHREAD, type PidStat } from '../../linux/pid-stat.ts';
import { type Gids, parsePidOwner } from '../../linux/pid-status.ts';
import type { ArgumentReads } from './arguments.ts';
import type { Wanted } from './entry.ts';
import { isDenied } from '../../../core/files/error-code.ts';
import { parsePasswd } from '../../linux/passwd.ts';

/** Rarely changing facts of a process; null: denied by the kernel. */
export interface Identity {
  /** Name in the kernel. */
  readonly comm: string;
  readonly name: string;
  readonly cmdline: string[] | null;
  readonly username: string | null;
  readonly gids: Gids | null;
}

/**
 * Reads a process's identity, with the arguments known so far; it asks for newer ones. Throws `ENOENT` or `ESRCH` if it has ended.
 */
export type Identify = (pid: number, stat: PidStat, known: Identity | null) => Identity;

/** The kernel cuts names at 15 bytes (TASK_COMM_LEN). */
const CUT_LENGTH = 15;
/** Node.js 24 and others name their first thread so. */
const FIRST_THREAD = 'MainThread';
/** Longest name of a file (NAME_MAX). Arguments say anything. */
const MOST_NAME = 255;
const ZOMBIE = 'Z'.charCodeAt(0);
/** It waits, often for a device, perhaps with the lock of its memory. */
const UNINTERRUPTIBLE = 'D'.charCodeAt(0);

export const isKernelThread = (stat: PidStat): boolean => (stat.flags & PF_KTHREAD) !== 0;

/** Kernel threads and zombies have no arguments. */
export const hasArguments = (stat: PidStat): boolean => stat.state !== ZOMBIE && !isKernelThread(stat);

export const isSameIdentity = (a: Identity, b: Identity): boolean =>
  a.comm === b.comm &&
  a.name === b.name &&
  a.username === b.username &&
  a.gids?.real === b.gids?.real &&
  a.gids?.effective === b.gids?.effective &&
  a.gids?.saved === b.gids?.saved &&
  isSameList(a.cmdline, b.cmdline);

const isSameList = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((text, at) => text === b[at]));

/** Returns the identity of a process whose arguments have come; the same object if they are the same. */
export function withArguments(identity: Identity, cmdline: string[] | null): Identity {
  if (isSameList(identity.cmdline, cmdline)) return identity;
  return { ...identity, name: nameOf(identity.comm, cmdline?.[0]), cmdline };
}

/** Reads /proc/<pid>/status, and asks for the arguments, as far as they are wanted. */
export function createIdentifier(host: Host, wanted: Wanted, reads: ArgumentReads): Identify {
  const users = createUsers(host);
  const wantsOwner = wanted.username || wanted.gids;

  const allowed = <T>(read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      if (isDenied(error)) return null;
      throw error;
    }
  };
  const cmdlineOf = (pid: number, stat: PidStat, known: Identity | null): string[] | null => {
    if (!hasArguments(stat)) return [];
    if (!wanted.cmdline && isPlain(stat.comm)) return null;
    if (stat.state !== UNINTERRUPTIBLE) reads.ask(pid);
    return known === null ? [] : known.cmdline;
  };

  return (pid, stat, known) => {
    const cmdline = cmdlineOf(pid, stat, known);
    const owner = wantsOwner ? allowed(() => parsePidOwner(host.read(`/proc/${pid}/status`))) : null;
    return {
      comm: stat.comm,
      name: nameOf(stat.comm, cmdline?.[0]),
      cmdline,
      username: owner === null ? null : users.nameOf(owner.uid),
      gids: owner?.gids ?? null,
    };
  };
}

/** Not cut, and of the program. */
const isPlain = (comm: string): boolean => comm.length < CUT_LENGTH && comm !== FIRST_THREAD;

/**
 * A name that the kernel may have cut is completed from argument 0, if that begins with it. The name of a first thread, which is that
 * of its process, is replaced by it.
 */
function nameOf(comm: string, program: string | undefined): string {
  if (program === undefined || isPlain(comm)) return comm;
  const base = program.slice(program.lastIndexOf('/') + 1);
  return base.startsWith(comm) || (comm === FIRST_THREAD && base !== '') ? base.slice(0, MOST_NAME) : comm;
}

const REFRESH_MS = 60_000;

/** Names of users. */
interface Users {
  /** Name in /etc/passwd, refreshed every minute; otherwise the number as text. */
  nameOf(uid: number): string;
}

function createUsers(host: Host): Users {
  let names: ReadonlyMap<number, string> = new Map();
  let dueAt = Number.NEGATIVE_INFINITY;

  const refresh = (now: number): void => {
    dueAt = now + REFRESH_MS;
    try {
      names = parsePasswd(host.read('/etc/passwd'));
    } catch {
      // A machine without user database: the numbers have to do.
    }
  };

  return {
    nameOf(uid) {
      const now = host.clock.monotonic();
      if (now >= dueAt) refresh(now);
      return names.get(uid) ?? String(uid);
    },
  };
}
