/** What keeps secrets out of replies and logs: the name of the key that holds them, and the form of URLs. */

export const REDACTED = '********';
/** Whoever knows the address of a web hook can post to it. */
const SECRET_NAMES = ['password', 'token', 'secret', 'api_key', 'apikey', 'ssl_keyfile', 'webhook_url'];

/** True when a value under this key must never be shown. */
export function isSecretKey(key: string): boolean {
  const name = key.toLowerCase();
  return SECRET_NAMES.some((secret) => name.includes(secret));
}

/** The text with the passwords of URLs masked: `http://user:********@host`. */
export const maskUrls = (text: string): string =>
  text.replaceAll(/(:\/\/[^\s/?#:@,]*):[^\s/?#]*@/g, `$1:${REDACTED}@`);

/** A configured value as it may be shown. */
export const publicText = (key: string, text: string): string =>
  isSecretKey(key) ? REDACTED : maskUrls(text);
