/** Signals and renices single local processes. Errors of kill(2) and setpriority(2) become sentences. */
import { constants, getPriority, setPriority } from 'node:os';

/** Null: sent. */
export function signalProcess(pid: number, signal: 'SIGTERM' | 'SIGKILL'): string | null {
  return attempt(`${pid} cannot be ended`, () => {
    process.kill(pid, signal);
    return null;
  });
}

const { PRIORITY_HIGHEST, PRIORITY_LOW } = constants.priority;

/** Adds to the nice value within bounds. Returns the new value, or the reason of a failure. */
export function reniceProcess(pid: number, by: number): number | string {
  return attempt(`The priority of ${pid} cannot be changed`, () => {
    const wanted = Math.min(PRIORITY_LOW, Math.max(PRIORITY_HIGHEST, getPriority(pid) + by));
    setPriority(pid, wanted);
    return wanted;
  });
}

const REASONS: Readonly<Record<string, string>> = {
  EPERM: 'it belongs to another user: this needs root',
  EACCES: 'only root may raise a priority',
  ESRCH: 'it has ended',
};

function attempt<T>(what: string, act: () => T): T | string {
  try {
    return act();
  } catch (error) {
    const { code = '', info, message } = error as NodeJS.ErrnoException & { info?: { code?: string } };
    return `${what}: ${REASONS[info?.code ?? code] ?? message}.`;
  }
}
