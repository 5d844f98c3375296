/** Decides who may ask: by password, by access token, by API key, by session. */
import type { Account, User } from './account.ts';
import { hashApiKey, isApiKey, type KeptKey } from './api-key.ts';
import { parseAuthorization, type Credentials } from './authorization.ts';
import { type Identity, isRole, isSeeing } from './identity.ts';
import {
  createPasswordCheck,
  type Claim,
  type Verification,
  type PasswordCheckSetup,
} from './password-check.ts';
import { createRemembered } from './remembered.ts';
import { randomSecret } from './secrets-file.ts';
import type { FoundSession, ProviderLogin, Sessions } from './sessions.ts';
import { createTokens } from './tokens.ts';

/** `busy` and a number as in {@link Verification}. */
export type Refused = 'missing' | 'wrong-basic' | 'wrong-bearer' | 'busy' | number;
export type Access = Identity | Refused;

interface AccessToken {
  token: string;
  /** Seconds. */
  lifetime: number;
}

export interface Authenticator {
  /** Returns the cached result for a header that gave access recently, found by one hash over it; undefined for others. */
  known(header: string | undefined): Identity | undefined;
  /** Checks a request by its header `Authorization`, at once where the answer is known. */
  check(header: string | undefined, address: string): Access | Promise<Access>;
  /** Checks a password by itself, also in the form that XML-RPC clients send. */
  verify(claim: Claim, address: string): Promise<Verification>;
  /** Returns the identity of a user after a correct password; null if the user was removed since. */
  identityOf(user: string): Identity | null;
  /** A token for a user who gave the right password. */
  issueToken(user: string): Promise<AccessToken>;
  readonly sessions: OwnSessions;
  /** Another password holds from now on; tokens and sessions of before are void. */
  replaceAccount(account: Account): void;
  /** True if any account has a password. */
  hasPasswords(): boolean;
  /** Other users have access from now on, besides the account. */
  replaceUsers(users: readonly User[]): void;
  replaceKeys(keys: readonly KeptKey[]): void;
  /** A header `Authorization` that stands for an identity a few seconds long, for requests of the server to itself. */
  lend(identity: Identity): string;
  /** Calls back when somebody may have lost access. The result ends it. */
  onChange(listener: () => void): () => void;
}

/** Like {@link Sessions}, with identities in place of users. */
export interface OwnSessions extends Omit<Sessions, 'begin' | 'check' | 'clear'> {
  begin(user: string): string;
  /** @param user as the provider names it */
  beginLogin(user: string, login: ProviderLogin): string;
  check(secret: string): (Pick<FoundSession<User>, 'isDue'> & { readonly identity: Identity }) | null;
}

/** The OpenID Connect provider of this server. */
export interface ProviderAccount {
  /** Changes with the configuration, which ends the sessions that began under another one. */
  readonly edition: string;
  /** Distinguishes its users from those with a password. */
  readonly host: string;
}

interface AuthenticatorSetup {
  /** An admin, unless `users` says otherwise. */
  account: Account | null;
  users?: readonly User[];
  keys: readonly KeptKey[];
  sessions: Sessions;
  /** Null: there is none, and sessions that began at one hold no longer. */
  provider?: ProviderAccount | null;
  tokens: { secret: string | undefined; minutes: number };
  /** Receives the name of a key that gave access, and the time. */
  onKeyUse?(name: string, time: number): void;
  /** Receives a wrong password that was not tried before; null: there is no such user, whose name may be a password. */
  onWrongPassword?(user: string | null, address: string, way: 'basic' | 'xml-rpc'): void;
  /** Viewers see the arguments of processes. */
  viewerArguments?: boolean;
  matches?: PasswordCheckSetup['matches'];
  /** Milliseconds since the epoch; tokens go by it. */
  now?: () => number;
}

/** A header that gave access gives the same for so long; one with a token never for longer than that says. */
const TOKEN_FOR_MS = 600_000;
/** Shorter: each look at a password lets its own time begin anew (password-check.ts). */
const PASSWORD_FOR_MS = 60_000;
const MOST_HEADERS = 1000;
const LENT_BYTES = 32;
const LENT_FOR_MS = 30_000;

export function createAuthenticator(setup: AuthenticatorSetup): Authenticator {
  const { now = Date.now, matches, sessions, viewerArguments = false, provider = null } = setup;
  const monotonic = (): number => performance.now();
  const state = {
    account: setup.account,
    users: setup.users ?? [],
    byName: usersByName(setup.account, setup.users ?? []),
    keys: keysByHash(setup.keys),
    tokens: createTokens({ ...setup.tokens, now }),
  };
  const headers = createRemembered<Identity>({ forMs: TOKEN_FOR_MS, most: MOST_HEADERS, now: monotonic });
  const listeners = new Set<() => void>();
  const userOf = (name: string): User | null => state.byName.get(name) ?? null;
  const passwords = createPasswordCheck({
    accountOf: userOf,
    now: monotonic,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ...(matches && { matches }),
  });
  const identity = (made: Omit<Identity, 'seesArguments'>): Identity => ({
    ...made,
    seesArguments: isSeeing(made.role, viewerArguments),
  });
  const ofUser = (
    { user, role, servers }: User,
    source: Identity['source'],
    until: number | null = null,
  ): Identity => identity({ name: user, role, scope: null, servers, source, until });

  /** Tokens of a login go to the provider of that login alone. */
  const isOurs = ({ edition }: ProviderLogin): boolean => edition === provider?.edition;
  const accountOf = (user: string, login: ProviderLogin | null): User | null =>
    login === null
      ? userOf(user)
      : isOurs(login)
        ? { user, role: login.role, hash: '', edition: login.edition, servers: null }
        : null;
  const ofSession = ({ account, login, until }: FoundSession<User>): Identity => {
    if (login === null || provider === null) return ofUser(account, 'session', until);
    // The log of changes must not confuse the two.
    const user = userOf(account.user) === null ? account.user : `${account.user}@${provider.host}`;
    return ofUser({ ...account, user }, 'provider', until);
  };

  const changed = (): void => {
    headers.clear();
    for (const listener of listeners) listener();
  };
  const setUsers = (account: Account | null, users: readonly User[]): void => {
    Object.assign(state, { account, users, byName: usersByName(account, users) });
    passwords.forget();
  };

  const known: Authenticator['known'] = (header) => (header === undefined ? undefined : headers.get(header));

  const checkToken = async (token: string, header: string): Promise<Access> => {
    const valid = await state.tokens.verify(token, userOf);
    if (valid === null) return 'wrong-bearer';
    const { account, until } = valid;
    const found = ofUser(account, 'token', until);
    if (userOf(account.user) === account) headers.set(header, found, until - now());
    return found;
  };
  const checkKey = (text: string, header: string): Access => {
    const key = state.keys.get(hashApiKey(text));
    const until = key?.expires ?? null;
    const left = until === null ? Number.POSITIVE_INFINITY : until - now();
    if (key === undefined || left <= 0) return 'wrong-bearer';
    const { name, scope = 'viewer', board } = key;
    const may = isRole(scope) ? { role: scope, scope: null } : { role: null, scope };
    const shown = board !== undefined && { board };
    const found = identity({ ...may, servers: null, name, source: 'key', until, ...shown });
    setup.onKeyUse?.(name, now());
    headers.set(header, found, left);
    return found;
  };
  const checkBasic = (claim: Claim, header: string, address: string): Access | Promise<Access> => {
    const result = passwords.known(claim);
    if (result === undefined)
      return verifyNoted(claim, address).then((verified) => accessOf(verified, claim.user));
    const access = accessOf(result, claim.user);
    if (typeof access === 'object') headers.set(header, access, PASSWORD_FOR_MS);
    return access;
  };
  /** Passwords in a body are noted by their route. */
  const verifyNoted = async (claim: Claim, address: string): Promise<Verification> => {
    const isNew = passwords.known(claim) === undefined;
    const verified = await passwords.verify(claim, address);
    if (isNew && verified === 'wrong')
      setup.onWrongPassword?.(
        userOf(claim.user)?.user ?? null,
        address,
        claim.isStageOne ? 'xml-rpc' : 'basic',
      );
    return verified;
  };
  const accessOf = (verified: Verification, user: string): Access => {
    if (typeof verified === 'number' || verified === 'busy') return verified;
    const found = verified === 'right' ? userOf(user) : null;
    return found === null ? 'wrong-basic' : ofUser(found, 'password');
  };
  /** Throws where the user was removed after giving the password. */
  const mustBe = (name: string): User => {
    const user = userOf(name);
    if (user === null) throw new Error(`there is no user ${name} any more`);
    return user;
  };

  return {
    known,
    check(header, address) {
      const access = known(header);
      if (access !== undefined) return access;
      const credentials: Credentials | null = parseAuthorization(header);
      if (header === undefined || credentials === null) return 'missing';
      if (credentials.scheme === 'basic') return checkBasic(credentials, header, address);
      const { token } = credentials;
      return isApiKey(token) ? checkKey(token, header) : checkToken(token, header);
    },
    verify: (claim, address) => (claim.isStageOne ? verifyNoted : passwords.verify)(claim, address),
    identityOf(name) {
      const user = userOf(name);
      return user && ofUser(user, 'password');
    },
    hasPasswords: () => state.byName.size > 0,
    async issueToken(name) {
      const { tokens } = state;
      return { token: await tokens.issue(mustBe(name)), lifetime: tokens.lifetime };
    },
    sessions: {
      id: sessions.id,
      lifetime: sessions.lifetime,
      saved: sessions.saved,
      begin: (name) => sessions.begin(mustBe(name)),
      beginLogin(user, login) {
        const account = accountOf(user, login);
        if (account === null) throw new Error('there is no provider');
        return sessions.begin(account, login);
      },
      check(secret) {
        const found = sessions.check(secret, accountOf);
        return found && { identity: ofSession(found), isDue: found.isDue };
      },
      extend: sessions.extend,
      end(secret) {
        const login = sessions.end(secret);
        changed();
        return login !== null && isOurs(login) ? login : null;
      },
      logins: () => sessions.logins().filter(({ login }) => isOurs(login)),
      confirm(hash, login) {
        const isOther = sessions.confirm(hash, login);
        if (isOther) changed();
        return isOther;
      },
    },
    replaceAccount(account) {
      setUsers(account, state.users);
      // A secret of our own is renewed with it, so that no token of before fits.
      if (setup.tokens.secret === undefined) state.tokens = createTokens({ ...setup.tokens, now });
      sessions.clear(account.user);
      changed();
    },
    replaceUsers(users) {
      setUsers(state.account, users);
      changed();
    },
    replaceKeys(keys) {
      state.keys = keysByHash(keys);
      changed();
    },
    lend(lent) {
      const header = `Lent ${randomSecret(LENT_BYTES)}`;
      headers.set(header, lent, LENT_FOR_MS);
      return header;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const keysByHash = (keys: readonly KeptKey[]): ReadonlyMap<string, KeptKey> =>
  new Map(keys.map((key) => [key.hash, key]));

/** Indexes users by name. The account has its own password, and its role in the list of users. */
function usersByName(account: Account | null, users: readonly User[]): ReadonlyMap<string, User> {
  const all = new Map(users.map((user) => [user.user, user]));
  if (account !== null) {
    const { role = 'admin', servers = null } = all.get(account.user) ?? {};
    all.set(account.user, { ...account, role, servers });
  }
  return all;
}
