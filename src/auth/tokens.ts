/** Access tokens: JSON Web Tokens (RFC 7519) signed with HS256 and nothing else. */
import { randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Account } from './account.ts';

const ISSUER = 'gander';
const ALGORITHM = 'HS256';

export interface Tokens {
  /** Seconds for which a new token is valid. */
  readonly lifetime: number;
  issue(account: Account): Promise<string>;
  /** Seconds since the epoch at which a good token expires; null for any other text. */
  verify(token: string, account: Account): Promise<number | null>;
}

export interface TokensSetup {
  /** Signs; undefined: a random one, so that tokens end with this process. */
  secret: string | undefined;
  minutes: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

export function createTokens({ secret, minutes, now = Date.now }: TokensSetup): Tokens {
  const key = secret === undefined ? randomBytes(32) : new TextEncoder().encode(secret);
  const lifetime = minutes * 60;
  const seconds = (): number => Math.floor(now() / 1000);
  return {
    lifetime,
    issue: ({ user }) =>
      new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(user)
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + lifetime)
        .setIssuer(ISSUER)
        .sign(key),
    async verify(token, { user, since }) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          subject: user,
          requiredClaims: ['exp', 'iat'],
          currentDate: new Date(now()),
        });
        const { iat = 0, exp = 0 } = payload;
        return iat < since ? null : exp;
      } catch {
        return null;
      }
    },
  };
}
