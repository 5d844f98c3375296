/** The one rule that keeps secrets out of replies and logs: by the name of the key that holds them. */

export const REDACTED = '********';
const SECRET_NAMES = ['password', 'token', 'secret', 'api_key', 'apikey', 'ssl_keyfile'];

/** True when a value under this key must never be shown. */
export function isSecretKey(key: string): boolean {
  const name = key.toLowerCase();
  return SECRET_NAMES.some((secret) => name.includes(secret));
}
