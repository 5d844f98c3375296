import { maskSecrets, REDACTED } from '../../core/redact.ts';

/** `user:password@` of the URLs in a text; a user name alone may be a token. */
const USER_INFO = /(:\/\/)[^\s/?#@]*@/g;

/** A text in which no URL shows credentials. */
export const withoutCredentials = (text: string): string =>
  maskSecrets(text.replaceAll(USER_INFO, `$1${REDACTED}@`));
