/**
 * What keeps secrets out of replies, messages and logs: the name of the key that holds them, and the forms in which they
 * stand within a text. There is no second rule; whatever shows a text that users wrote passes it through here.
 */

export const REDACTED = '********';
const SECRET_NAMES = [
  'password',
  'passwd',
  'passphrase',
  'token',
  'secret',
  'api_key',
  'apikey',
  'api-key',
  'credential',
];
/** Keys that are named like a secret, or whose value says where one is; whoever knows the address of a web hook can post to it. */
const SECRET_KEYS = [...SECRET_NAMES, 'ssl_keyfile', 'private_key', 'webhook_url'];

/** True when a value under this key must never be shown. */
export function isSecretKey(key: string): boolean {
  const name = key.toLowerCase();
  return SECRET_KEYS.some((secret) => name.includes(secret));
}

/** Passwords of URLs: `http://user:password@host`. */
const USER_INFO = /(:\/\/[^\s/?#:@,]*):[^\s/?#]*@/g;
/** User names without password: in URLs they are tokens as often as names. */
const USER_ALONE = /(:\/\/)[^\s/?#:@,]+@/g;
/** `token=…`, in the query of a URL or as an option of a command; all up to the next blank or the closing quote. */
const ASSIGNMENT = new RegExp(
  `([\\w.-]*(?:${SECRET_NAMES.join('|')})[\\w.-]*=)('[^']*'|"[^"]*"|[^\\s'"\`]+)`,
  'gi',
);
/** The header of HTTP, with its scheme. */
const AUTHORIZATION = /(authorization:\s*[\w-]+\s+)[^\s'"`]+/gi;

/** The text with the secrets in it masked: `http://user:********@host`. */
export const maskSecrets = (text: string): string =>
  text
    .replaceAll(USER_INFO, `$1:${REDACTED}@`)
    .replaceAll(USER_ALONE, `$1${REDACTED}@`)
    .replaceAll(ASSIGNMENT, `$1${REDACTED}`)
    .replaceAll(AUTHORIZATION, `$1${REDACTED}`);

/** A configured value as it may be shown. */
export const publicText = (key: string, text: string): string =>
  isSecretKey(key) ? REDACTED : maskSecrets(text);
