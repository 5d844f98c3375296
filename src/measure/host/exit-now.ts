import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';

/** Kernel calls that block a thread of this process. */
export interface KernelCalls {
  /** Pending calls, overdue or not. */
  pending(): readonly string[];
  /** Overdue calls. */
  hangs(): readonly string[];
}

const TURN_MS = 10;
/**
 * Turns of the event loop for calls within their time limits: 3 s, beyond the limit of file systems; some calls have a longer one.
 * Turns, not a time: what calls have returned arrives with them, however busy this thread or the machine is.
 */
const TURNS = 300;
/** For overdue calls, which may have returned while this thread was busy. */
const OVERDUE_TURNS = 30;

/** Waits for pending calls within their time limits, and a moment for overdue ones. Resolves with whether one hangs. */
export async function hasHangingCall({ pending, hangs }: KernelCalls): Promise<boolean> {
  const isAnyInTime = (): boolean => pending().some((name) => !hangs().includes(name));
  for (let turn = 0; pending().length > 0 && turn < (isAnyInTime() ? TURNS : OVERDUE_TURNS); turn += 1) {
    await sleep(TURN_MS);
    // Timers come before what the threads have delivered.
    await immediate();
  }
  return pending().length > 0;
}

/**
 * Ends this process although calls to statfs(2) hang ({@link hasHangingCall}); `isHanging` false is `process.exit(code)`.
 *
 * `process.exit` waits for all threads of libuv, and so for the dead mount, possibly forever. There are two ways to avoid that, both
 * within milliseconds (test/live/hanging-mount.test.ts):
 * - Node 22.15 and newer: the process replaces itself (execve) by one that exits with `code`.
 * - older versions: it kills itself with SIGTERM, which shells and Docker show as 143 and systemd takes for a clean exit; as PID 1
 * of a container, which ignores that signal, with `process.abort()`.
 *
 * The kernel ends a thread that waits for NFS, or for a FUSE request that is not taken yet. A thread whose request a FUSE server
 * holds cannot be ended, not even by SIGKILL: the process stays as a zombie with open sockets until the server answers, dies, or its
 * mount is aborted (`/sys/fs/fuse/connections/<n>/abort`, `umount -f`).
 *
 * Nothing else is cleaned up and no `exit` listener runs: write and close everything first.
 */
export function exitNow(code: number, isHanging: boolean): never {
  if (isHanging) {
    replaceProcess(code);
    process.removeAllListeners('SIGTERM');
    process.kill(process.pid, 'SIGTERM');
    process.abort();
  }
  process.exit(code);
}

/** Returns only if it fails. */
function replaceProcess(code: number): void {
  // Not in the type definitions of Node 20.
  const { execve } = process as { execve?: (file: string, argv: string[], environment: object) => never };
  try {
    execve?.(process.execPath, [process.execPath, '--eval', `process.exit(${Math.trunc(code)})`], {});
  } catch {
    // Not permitted: the caller tries the next way.
  }
}
