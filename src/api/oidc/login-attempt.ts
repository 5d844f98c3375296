/**
 * An attempt to log in, bound to one browser by a random secret in its cookie. State, nonce and PKCE verifier follow from the secret, so
 * the server keeps nothing that others could fill, and an attempt outlasts a restart.
 */
import { createHmac } from 'node:crypto';
import { isSameText } from '../../net/credentials/password-check.ts';
import { randomSecret } from '../../net/credentials/secrets-file.ts';
import { orNull } from '../../core/or-null.ts';

export interface LoginAttempt {
  /** RFC 6749, 10.12. */
  readonly state: string;
  /** OpenID Connect Core, 3.1.2.1. */
  readonly nonce: string;
  /** RFC 7636, 4.1: 43 characters. */
  readonly verifier: string;
  /** Path of this server to which the login leads. */
  readonly path: string;
}

interface NewAttempt extends LoginAttempt {
  /** Value of the cookie. */
  readonly cookie: string;
}

const SECRET_BYTES = 32;
const COOKIE = /^[\w-]{43}\./;
const LONGEST_PATH = 1024;

function attemptOf(secret: string, path: string): LoginAttempt {
  const derived = (name: string): string => createHmac('sha256', secret).update(name).digest('base64url');
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier'), path };
}

/** @param path from {@link localPath} */
export function newAttempt(path: string): NewAttempt {
  const secret = randomSecret(SECRET_BYTES);
  return { ...attemptOf(secret, path), cookie: `${secret}.${encodeURIComponent(path)}` };
}

/** Returns the attempt of this browser to which a state belongs; null if there is none. */
export function attemptWith(state: string, cookies: readonly string[], base: string): LoginAttempt | null {
  const attempts = cookies
    .filter((cookie) => COOKIE.test(cookie))
    .map((cookie) => attemptOf(cookie.slice(0, 43), localPath(decoded(cookie.slice(44)), base)));
  return attempts.find((attempt) => isSameText(attempt.state, state)) ?? null;
}

/** Empty for a cookie of others. */
function decoded(text: string): string {
  return orNull(() => decodeURIComponent(text)) ?? '';
}

const HERE = 'http://this.invalid';

/** Path, query and fragment below the prefix; the page for anything that leads elsewhere. */
export function localPath(given: unknown, base: string): string {
  const root = `${base}/`;
  if (typeof given !== 'string' || given.length > LONGEST_PATH || !URL.canParse(given, HERE)) return root;
  const { origin, pathname, search, hash } = new URL(given, HERE);
  // A path with two slashes in front names a host.
  const isBelow = origin === HERE && pathname.startsWith(root) && !pathname.startsWith('//');
  return isBelow ? pathname + search + hash : root;
}
