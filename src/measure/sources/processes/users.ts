import type { Host } from '../../../core/host.ts';
import { parsePasswd } from '../../linux/passwd.ts';

const REFRESH_MS = 60_000;

/** Names of users. */
export interface Users {
  /** Name in /etc/passwd, refreshed every minute; otherwise the number as text. */
  nameOf(uid: number): string;
}

export function createUsers(host: Host): Users {
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
