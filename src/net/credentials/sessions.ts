/** Browser sessions: random secrets in cookies, stored as hashes. Loaded from a file, so they survive restarts. */
import { createHmac, hash, randomBytes } from 'node:crypto';
import type { FileProblems } from '../../core/file-problems.ts';
import type { Disk } from '../../core/files/disk.ts';
import { createStateFile, parseAs } from '../../core/files/state-file.ts';
import type { Clock } from '../../core/host.ts';
import { createMutex } from '../../core/mutex.ts';
import {
  closed,
  describedAs,
  lossyListOf,
  moment,
  number,
  oneOf,
  orNull,
  text,
  type TypeOf,
  where,
} from '../../core/shape.ts';
import type { Account } from './account.ts';
import { ROLES } from './identity.ts';
import { isSameText } from './password-check.ts';
import { randomSecret } from './secrets-file.ts';

export interface Sessions {
  /** Distinguishes the cookies of several agents at one host name: cookies are sent to all ports. */
  readonly id: string;
  /** Seconds that a session lasts without use. */
  readonly lifetime: number;
  /** Creates a session after a correct password, or after a login at a provider; returns its secret. */
  begin(account: Account, login?: ProviderLogin): string;
  /** Null: no session with this secret, or its account is another one today. */
  check<A extends Account>(
    secret: string,
    accountOf: (user: string, login: ProviderLogin | null) => A | null,
  ): FoundSession<A> | null;
  /** Resolves when all changes are on disk, or cannot be; never rejects. */
  saved(): Promise<void>;
  /** Extends a session to its full lifetime from now on. */
  extend(secret: string): void;
  /** Returns the login at a provider with which it began; null: there was none. */
  end(secret: string): ProviderLogin | null;
  /** Ends all sessions of a user that began with a password. */
  clear(user: string): void;
  /** All sessions that began at a provider. */
  logins(): readonly LoginSession[];
  /** Records that the provider has confirmed a login, or ended it (null). Returns true if anyone's rights have changed. */
  confirm(hash: string, login: ProviderLogin | null): boolean;
}

/** A session that began at a provider; its hash identifies it. */
interface LoginSession {
  readonly hash: string;
  readonly user: string;
  readonly login: ProviderLogin;
}

export interface FoundSession<A> {
  readonly account: A;
  /** At a provider; null: with a password. */
  readonly login: ProviderLogin | null;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** Session and cookie should be extended. */
  readonly isDue: boolean;
}

export interface SessionsSetup {
  /** Null: a restart ends all sessions. */
  path: string | null;
  days: number;
  clock: Pick<Clock, 'now' | 'settled'>;
  disk?: Disk;
  problems: Pick<FileProblems, 'report'>;
}

/** Most sessions per user, and of all; the least recently used is evicted. */
export const MOST_SESSIONS = 100;
const MOST_OF_ALL = 1000;
/** Each with two tokens of 4 KiB. */
const MOST_BYTES = 16 * 1024 * 1024;
const DAY_SECONDS = 86_400;
/** A session is extended, and the file written, once in this part of its lifetime: at most once a day where it is 30 days. */
const DUE_AFTER = 1 / 30;
const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;
const HASH = SECRET;
const ID = /^[\da-f]{8}$/;

/** A login holds for so long after the provider has confirmed it: with or without a provider, somebody whose access was withdrawn goes. */
const CONFIRMED_MS = 12 * 3_600_000;

const LOGIN = closed('A login at an OpenID Connect provider.', {
  edition: text('Of the configuration under which it began.'),
  subject: text('Id of the user.'),
  session: orNull(text('Id of the session at the provider.')),
  role: oneOf(ROLES, 'The role of the groups.'),
  idToken: orNull(text('Proves the login when it ends.')),
  refreshToken: orNull(text('Of use together with the secret of the client alone.')),
  confirmed: moment('The provider said so last'),
  last: moment('The end, however often the provider confirms it'),
});
export type ProviderLogin = TypeOf<typeof LOGIN>;

const HASH_TEXT = where(text(), 'a hash of 43 characters', (one) => HASH.test(one));
const SESSION = closed(
  'A session.',
  {
    hash: describedAs(HASH_TEXT, 'Of the secret.'),
    user: text(),
    proof: describedAs(HASH_TEXT, 'Of the secret and the account.'),
    until: number('Milliseconds since the epoch.'),
    login: LOGIN,
  },
  ['login'],
);
type Session = TypeOf<typeof SESSION>;

const SESSIONS = closed('Browser sessions.', {
  id: where(text(), '8 hexadecimal digits', (id) => ID.test(id)),
  sessions: lossyListOf(SESSION),
});

export function createSessions(setup: SessionsSetup): Sessions {
  const { path, days, clock, disk, problems } = setup;
  const lifetime = days * DAY_SECONDS;
  const reports = { problems, loss: 'Logins on the page end with a restart.' };
  const file =
    path === null
      ? null
      : createStateFile(path, { parse: parseAs(SESSIONS), disk, reports, isDerived: true, most: MOST_BYTES });
  const loaded = file?.load();
  const id = loaded?.value?.id ?? randomBytes(4).toString('hex');
  /** By their hash, the one that was extended last at the end. */
  const known = new Map(
    (loaded?.value?.sessions ?? []).slice(-MOST_OF_ALL).map((session) => [session.hash, session]),
  );
  const inTurn = createMutex();
  let saving = Promise.resolve();

  const save = (): void => {
    if (file === null) return;
    const kept: TypeOf<typeof SESSIONS> = { id, sessions: [...known.values()] };
    // Reported by the file.
    saving = inTurn(() => file.save(`${JSON.stringify(kept)}\n`)).catch(() => undefined);
  };
  const keep = (session: Omit<Session, 'until'>): void => {
    known.delete(session.hash);
    const settled = clock.settled();
    for (const [hash, { until }] of known) if (until <= settled) known.delete(hash);
    const own = [...known.values()].filter(
      ({ user, login }) => user === session.user && login?.subject === session.login?.subject,
    );
    if (own.length >= MOST_SESSIONS) known.delete(own[0]?.hash ?? '');
    if (known.size >= MOST_OF_ALL) known.delete(known.keys().next().value ?? '');
    known.set(session.hash, { ...session, until: endOf(session.login) });
    save();
  };
  const endOf = (login: ProviderLogin | undefined): number =>
    login === undefined
      ? clock.now() + lifetime * 1000
      : Math.min(login.last, login.confirmed + CONFIRMED_MS);

  return {
    id,
    lifetime,
    begin(account, login) {
      const secret = randomSecret(SECRET_BYTES);
      const { user } = account;
      keep({ hash: hashOf(secret), user, proof: proofOf(secret, account), ...(login && { login }) });
      return secret;
    },
    check(secret, accountOf) {
      const session = SECRET.test(secret) ? known.get(hashOf(secret)) : undefined;
      if (session === undefined) return null;
      const login = session.login ?? null;
      const account = accountOf(session.user, login);
      if (account === null) return null;
      const left = session.until - clock.now();
      if (left <= 0 || !isSameText(session.proof, proofOf(secret, account))) return null;
      const isDue = login === null && left <= lifetime * 1000 * (1 - DUE_AFTER);
      return { account, login, until: session.until, isDue };
    },
    saved: () => saving,
    extend(secret) {
      const session = known.get(hashOf(secret));
      if (session !== undefined) keep(session);
    },
    end(secret) {
      const hash = hashOf(secret);
      const login = known.get(hash)?.login ?? null;
      if (known.delete(hash)) save();
      return login;
    },
    clear(user) {
      const before = known.size;
      for (const [hash, session] of known)
        if (session.user === user && session.login === undefined) known.delete(hash);
      if (known.size < before) save();
    },
    logins: () =>
      [...known.values()].flatMap(({ hash, user, login }) =>
        login === undefined ? [] : [{ hash, user, login }],
      ),
    confirm(hash, login) {
      const session = known.get(hash);
      // It has ended by itself.
      if (session === undefined) return false;
      if (login !== null) keep({ ...session, login });
      else {
        known.delete(hash);
        save();
      }
      return login?.role !== session.login?.role;
    },
  };
}

/** Clients cannot choose hashes, so the time of a look-up reveals nothing. */
const hashOf = (secret: string): string => hash('sha256', secret, 'base64url');

/** Depends on the password, so changing it ends all sessions, even while no agent runs. */
const proofOf = (secret: string, { user, edition }: Account): string =>
  createHmac('sha256', secret).update(`${user}\0${edition}`).digest('base64url');
