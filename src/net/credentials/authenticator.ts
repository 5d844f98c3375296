/** Decides who may ask: by password, by access token, by API key, by session. */
import { parseAuthorization, type Credentials } from './authorization.ts';
import type { Account } from './account.ts';
import { hashApiKey, isApiKey, type KeptKey } from './api-key.ts';
import {
  createPasswordCheck,
  type Claim,
  type Verification,
  type PasswordCheckSetup,
} from './password-check.ts';
import { createRemembered } from './remembered.ts';
import type { Sessions } from './sessions.ts';
import { createTokens } from './tokens.ts';

/** `read`: may only look. `busy` and a number as in {@link Verification}. */
export type Access = 'full' | 'read' | 'missing' | 'wrong-basic' | 'wrong-bearer' | 'busy' | number;

export interface AccessToken {
  token: string;
  /** Seconds. */
  lifetime: number;
}

export interface Authenticator {
  /** The result for a header that gave access a moment ago, found by one hash over it; undefined for others. */
  known(header: string | undefined): 'full' | 'read' | undefined;
  /** Checks a request by its header `Authorization`, at once where the answer is known. */
  check(header: string | undefined, address: string): Access | Promise<Access>;
  /** Checks a password by itself, also in the form that XML-RPC clients send. */
  verify(claim: Claim, address: string): Promise<Verification>;
  /** A token for a user who gave the right password. */
  issueToken(): Promise<AccessToken>;
  /** Sessions of the present account. */
  readonly sessions: OwnSessions;
  /** Another password holds from now on; tokens and sessions of before are void. */
  replaceAccount(account: Account): void;
  replaceKeys(keys: readonly KeptKey[]): void;
}

/** As {@link Sessions}. */
export interface OwnSessions extends Pick<Sessions, 'id' | 'lifetime'> {
  begin(): string;
  check(secret: string): ReturnType<Sessions['check']>;
  extend(secret: string): void;
  end(secret: string): void;
}

export interface AuthenticatorSetup {
  account: Account;
  keys: readonly KeptKey[];
  sessions: Sessions;
  tokens: { secret: string | undefined; minutes: number };
  matches?: PasswordCheckSetup['matches'];
  /** Milliseconds since the epoch; tokens go by it. */
  now?: () => number;
}

/** A header that gave access gives the same for so long; one with a token never for longer than that says. */
const TOKEN_FOR_MS = 600_000;
/** Shorter: each look at a password lets its own time begin anew (password-check.ts). */
const PASSWORD_FOR_MS = 60_000;
const MOST_HEADERS = 1000;

export function createAuthenticator(setup: AuthenticatorSetup): Authenticator {
  const { now = Date.now, matches, sessions } = setup;
  const monotonic = (): number => performance.now();
  const state = {
    account: setup.account,
    keys: hashesOf(setup.keys),
    tokens: createTokens({ ...setup.tokens, now }),
  };
  const headers = createRemembered<'full' | 'read'>({
    forMs: TOKEN_FOR_MS,
    most: MOST_HEADERS,
    now: monotonic,
  });
  const passwords = createPasswordCheck({
    account: () => state.account,
    now: monotonic,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ...(matches && { matches }),
  });

  const known: Authenticator['known'] = (header) => (header === undefined ? undefined : headers.get(header));

  const checkToken = async (token: string, header: string): Promise<Access> => {
    const { account } = state;
    const expires = await state.tokens.verify(token, account);
    if (expires === null) return 'wrong-bearer';
    if (state.account === account) headers.set(header, 'full', expires * 1000 - now());
    return 'full';
  };
  const checkKey = (key: string, header: string): Access => {
    if (!state.keys.has(hashApiKey(key))) return 'wrong-bearer';
    headers.set(header, 'read');
    return 'read';
  };
  const checkBasic = (claim: Claim, header: string, address: string): Access | Promise<Access> => {
    const known = passwords.known(claim);
    if (known === undefined) return passwords.verify(claim, address).then(accessOf);
    if (known === 'right') headers.set(header, 'full', PASSWORD_FOR_MS);
    return ACCESS[known];
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
    verify: passwords.verify,
    async issueToken() {
      const { tokens, account } = state;
      return { token: await tokens.issue(account), lifetime: tokens.lifetime };
    },
    sessions: {
      id: sessions.id,
      lifetime: sessions.lifetime,
      begin: () => sessions.begin(state.account),
      check: (secret) => sessions.check(secret, state.account),
      extend: (secret) => sessions.extend(secret, state.account),
      end: (secret) => sessions.end(secret, state.account),
    },
    replaceAccount(account) {
      state.account = account;
      // A secret of our own is renewed with it, so that no token of before fits.
      if (setup.tokens.secret === undefined) state.tokens = createTokens({ ...setup.tokens, now });
      headers.clear();
      sessions.clear();
      passwords.forget();
    },
    replaceKeys(keys) {
      state.keys = hashesOf(keys);
      headers.clear();
    },
  };
}

const hashesOf = (keys: readonly KeptKey[]): ReadonlySet<string> => new Set(keys.map(({ hash }) => hash));

const ACCESS = { right: 'full', wrong: 'wrong-basic', busy: 'busy' } as const;

const accessOf = (verification: Verification): Access =>
  typeof verification === 'number' ? verification : ACCESS[verification];
