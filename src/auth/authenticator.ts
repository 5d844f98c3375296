/** Decides who may ask: by password, by access token, by API key. */
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
import { createTokens } from './tokens.ts';

/** `read`: may only look. `busy` and a number as in {@link Verification}. */
export type Access = 'full' | 'read' | 'missing' | 'wrong-basic' | 'wrong-bearer' | 'busy' | number;

export interface AccessToken {
  token: string;
  /** Seconds. */
  lifetime: number;
}

export interface Authenticator {
  /** Checks a request by its header `Authorization`, at once where the answer is known. */
  check(header: string | undefined, address: string): Access | Promise<Access>;
  /** Checks a password by itself, also in the form that XML-RPC clients send. */
  verify(claim: Claim, address: string): Promise<Verification>;
  /** A token for a user who gave the right password. */
  issueToken(): Promise<AccessToken>;
  /** Another password holds from now on; tokens of before are void. */
  replaceAccount(account: Account): void;
  replaceKeys(keys: readonly KeptKey[]): void;
}

export interface AuthenticatorSetup {
  account: Account;
  keys: readonly KeptKey[];
  tokens: { secret: string | undefined; minutes: number };
  matches?: PasswordCheckSetup['matches'];
  /** Milliseconds since the epoch; tokens go by it. */
  now?: () => number;
}

/** A verified token is not verified again for so long; it is never good for longer than it says. */
const TOKEN_FOR_MS = 600_000;
const MOST_TOKENS = 1000;

export function createAuthenticator(setup: AuthenticatorSetup): Authenticator {
  const { now = Date.now, matches } = setup;
  const monotonic = (): number => performance.now();
  const state = {
    account: setup.account,
    keys: hashesOf(setup.keys),
    tokens: createTokens({ ...setup.tokens, now }),
  };
  const verified = createRemembered<Account>({ forMs: TOKEN_FOR_MS, most: MOST_TOKENS, now: monotonic });
  const passwords = createPasswordCheck({
    account: () => state.account,
    now: monotonic,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ...(matches && { matches }),
  });

  const checkToken = async (token: string): Promise<Access> => {
    const { account } = state;
    const expires = await state.tokens.verify(token, account);
    if (expires === null) return 'wrong-bearer';
    verified.set(token, account, expires * 1000 - now());
    return 'full';
  };
  const checkBearer = (token: string): Access | Promise<Access> => {
    if (isApiKey(token)) return state.keys.has(hashApiKey(token)) ? 'read' : 'wrong-bearer';
    return verified.get(token) === state.account ? 'full' : checkToken(token);
  };
  const checkBasic = (claim: Claim, address: string): Access | Promise<Access> => {
    const known = passwords.known(claim);
    return known === undefined ? passwords.verify(claim, address).then(accessOf) : ACCESS[known];
  };

  return {
    check(header, address) {
      const credentials: Credentials | null = parseAuthorization(header);
      if (credentials === null) return 'missing';
      return credentials.scheme === 'bearer'
        ? checkBearer(credentials.token)
        : checkBasic(credentials, address);
    },
    verify: passwords.verify,
    async issueToken() {
      const { tokens, account } = state;
      return { token: await tokens.issue(account), lifetime: tokens.lifetime };
    },
    replaceAccount(account) {
      state.account = account;
      // A secret of our own is renewed with it, so that no token of before fits.
      if (setup.tokens.secret === undefined) state.tokens = createTokens({ ...setup.tokens, now });
      verified.clear();
      passwords.forget();
    },
    replaceKeys(keys) {
      state.keys = hashesOf(keys);
    },
  };
}

const hashesOf = (keys: readonly KeptKey[]): ReadonlySet<string> => new Set(keys.map(({ hash }) => hash));

const ACCESS = { right: 'full', wrong: 'wrong-basic', busy: 'busy' } as const;

const accessOf = (verification: Verification): Access =>
  typeof verification === 'number' ? verification : ACCESS[verification];
