/** Browser sessions: random secrets in cookies, stored as hashes. Loaded from a file, so they survive restarts. */
import { createHmac, randomBytes } from 'node:crypto';
import type { FileProblems } from '../../core/file-problems.ts';
import type { Disk } from '../../core/files/disk.ts';
import { createStateFile, type Parsed } from '../../core/files/state-file.ts';
import type { Clock } from '../../core/host.ts';
import { createMutex } from '../../core/mutex.ts';
import type { Account } from './account.ts';
import { randomSecret } from './secrets-file.ts';

export interface Sessions {
  /** Distinguishes the cookies of several agents at one host name: cookies are sent to all ports. */
  readonly id: string;
  /** Seconds that a session lasts without use. */
  readonly lifetime: number;
  /** Creates a session after a correct password; returns its secret. */
  begin(account: Account): string;
  /** Null: no session of this account has this secret. `due`: session and cookie should be extended. */
  check(secret: string, account: Account): 'good' | 'due' | null;
  /** Extends a session to its full lifetime from now on. */
  extend(secret: string, account: Account): void;
  end(secret: string, account: Account): void;
  /** Ends all sessions. */
  clear(): void;
}

export interface SessionsSetup {
  /** Null: a restart ends all sessions. */
  path: string | null;
  days: number;
  clock: Pick<Clock, 'now' | 'settled'>;
  disk?: Disk;
  problems: Pick<FileProblems, 'report'>;
}

/** Most sessions per user; the least recently used is evicted. */
export const MOST_SESSIONS = 100;
const DAY_SECONDS = 86_400;
/** A session is extended, and the file written, once in this part of its lifetime: at most once a day where it is 30 days. */
const DUE_AFTER = 1 / 30;
const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;
const HASH = SECRET;
const ID = /^[\da-f]{8}$/;

interface StoredSessions {
  readonly id: string;
  readonly sessions: readonly Session[];
}
interface Session {
  readonly hash: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

export function createSessions(setup: SessionsSetup): Sessions {
  const { path, days, clock, disk, problems } = setup;
  const lifetime = days * DAY_SECONDS;
  const reports = { problems, loss: 'Logins on the page end with a restart.' };
  const file = path === null ? null : createStateFile(path, { parse, disk, reports, isDerived: true });
  const loaded = file?.load();
  const id = loaded?.value?.id ?? randomBytes(4).toString('hex');
  /** End of each session by its hash, the one that was extended last at the end. */
  const ends = new Map((loaded?.value?.sessions ?? []).map(({ hash, until }) => [hash, until]));
  const inTurn = createMutex();

  const save = (): void => {
    const sessions = [...ends].map(([hash, until]): Session => ({ hash, until }));
    const kept: StoredSessions = { id, sessions };
    if (file === null) return;
    // Reported by the file.
    inTurn(() => file.save(`${JSON.stringify(kept)}\n`)).catch(() => undefined);
  };
  const keep = (hash: string): void => {
    const settled = clock.settled();
    ends.delete(hash);
    for (const [other, until] of ends) if (until <= settled || ends.size >= MOST_SESSIONS) ends.delete(other);
    ends.set(hash, clock.now() + lifetime * 1000);
    save();
  };

  return {
    id,
    lifetime,
    begin(account) {
      const secret = randomSecret(SECRET_BYTES);
      keep(hashOf(secret, account));
      return secret;
    },
    check(secret, account) {
      if (!SECRET.test(secret)) return null;
      const left = (ends.get(hashOf(secret, account)) ?? 0) - clock.now();
      if (left <= 0) return null;
      return left > lifetime * 1000 * (1 - DUE_AFTER) ? 'good' : 'due';
    },
    extend: (secret, account) => keep(hashOf(secret, account)),
    end(secret, account) {
      if (ends.delete(hashOf(secret, account))) save();
    },
    clear() {
      if (ends.size === 0) return;
      ends.clear();
      save();
    },
  };
}

/**
 * Depends on the password, so changing it ends all sessions, even while no agent runs. Looked up by hash: clients cannot choose
 * hashes, so timing reveals nothing.
 */
const hashOf = (secret: string, { user, edition }: Account): string =>
  createHmac('sha256', secret).update(`${user}\0${edition}`).digest('base64url');

/** Throws if the text has no identifier. */
function parse(text: string): Parsed<StoredSessions> {
  const { id, sessions } = JSON.parse(text) as { id?: unknown; sessions?: unknown };
  if (typeof id !== 'string' || !ID.test(id) || !Array.isArray(sessions))
    throw new TypeError('expected an identifier and sessions');
  const known = sessions.filter(isSession).slice(-MOST_SESSIONS);
  return { value: { id, sessions: known }, damaged: sessions.length - known.length };
}

function isSession(value: unknown): value is Session {
  const { hash, until } = (value ?? {}) as Partial<Record<keyof Session, unknown>>;
  return typeof hash === 'string' && HASH.test(hash) && typeof until === 'number';
}
