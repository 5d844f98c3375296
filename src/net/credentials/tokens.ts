/** Access tokens: JSON Web Tokens (RFC 7519) signed with HS256 and nothing else. */
import { createHmac, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Account } from './account.ts';

const ISSUER = 'gander';
const ALGORITHM = 'HS256';
/** The claim that identifies the password of a token; an issue time would depend on the clock. */
const EDITION = 'edition';

export interface Tokens {
  /** Lifetime of a new token in seconds. */
  readonly lifetime: number;
  issue(account: Account): Promise<string>;
  /** Account and expiry of a valid token; null: invalid. */
  verify<A extends Account>(
    token: string,
    accountOf: (user: string) => A | null,
  ): Promise<ValidToken<A> | null>;
}

interface ValidToken<A> {
  readonly account: A;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

interface TokensSetup {
  /** Signing key; undefined: random, so that tokens end with this process. */
  secret: string | undefined;
  minutes: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

export function createTokens({ secret, minutes, now = Date.now }: TokensSetup): Tokens {
  const key = secret === undefined ? randomBytes(32) : new TextEncoder().encode(secret);
  const lifetime = minutes * 60;
  /** Reveals nothing about the password without the key. */
  const stampOf = (edition: string): string => createHmac('sha256', key).update(edition).digest('base64url');
  const seconds = (): number => Math.floor(now() / 1000);
  return {
    lifetime,
    issue: ({ user, edition }) =>
      new SignJWT({ [EDITION]: stampOf(edition) })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(user)
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + lifetime)
        .setIssuer(ISSUER)
        .sign(key),
    async verify(token, accountOf) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          requiredClaims: ['sub', 'exp', 'iat'],
          currentDate: new Date(now()),
        });
        const account = accountOf(payload.sub ?? '');
        if (account === null || payload[EDITION] !== stampOf(account.edition)) return null;
        return { account, until: (payload.exp ?? 0) * 1000 };
      } catch {
        // Forged, expired and malformed tokens are all refused.
        return null;
      }
    },
  };
}
