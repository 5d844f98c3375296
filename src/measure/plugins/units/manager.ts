/** Keeps a session with systemd open, and reopens it after a restart of the bus or of systemd. */
import type { Clock, MessageBus } from '../../../core/host.ts';
import { createSession, type SystemdSession } from './session.ts';
import { inTime } from '../../../core/in-time.ts';

interface ManagerSetup {
  bus: MessageBus;
  clock: Clock;
  onChange(): void;
}

export interface Manager {
  /**
   * Returns the open connection, established on demand. Rejects with an actionable message while systemd or the bus does not
   * answer.
   */
  session(): Promise<SystemdSession>;
}

/** Retry delay after consecutive failures; a closed connection is reopened at once. */
const PAUSES_MS = [0, 1000, 5000, 15_000, 60_000];
/** Longest wait of a reading for the first replies, which then arrive in the background. */
const TIMEOUT_MS = 5000;

export function createManager({ bus, clock, onChange }: ManagerSetup): Manager {
  const stopped = new Set<string>();
  let session: SystemdSession | null = null;
  let opening: Promise<SystemdSession> | null = null;
  let problem: Error | null = null;
  let failures = 0;
  let retryAt = Number.NEGATIVE_INFINITY;

  const fail = (error: Error): void => {
    session = null;
    opening = null;
    problem = error;
    const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0;
    retryAt = clock.monotonic() + pause;
    failures += 1;
    onChange();
    clock.setTimer(onChange, pause);
  };

  const open = async (): Promise<SystemdSession> => {
    let opened: SystemdSession | null = null;
    try {
      const own = createSession({
        bus,
        clock,
        stopped,
        onChange,
        onEnd: (error) => session === own && fail(error),
      });
      opened = own;
      await own.begin();
      session = own;
      opening = null;
      failures = 0;
      return own;
    } catch (error) {
      opened?.close();
      fail(error as Error);
      throw error;
    }
  };

  return {
    async session() {
      if (session !== null) return session;
      if (opening === null && clock.monotonic() < retryAt)
        throw problem ?? new Error('systemd does not answer');
      const awaited = (opening ??= open());
      if (await inTime(clock, TIMEOUT_MS, awaited)) return awaited;
      throw new Error(`systemd has not answered for ${TIMEOUT_MS / 1000} s; the agent goes on waiting`);
    },
  };
}
