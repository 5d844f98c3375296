/**
 * Removes secrets from replies, messages and logs, by the name of their key and by the forms in which they appear in text. All
 * user-written text that is shown passes here. Each form is found in linear time.
 */

import type { Option } from './options.ts';

export const REDACTED = '********';

/** Words of a name that say that a secret follows. */
const SECRET_WORDS = new Set(
  'pass passwords pwd auth authorization bearer cookie cookies community key keys'.split(' '),
);
/** Parts that make names written as one word secret: `dbpassword`. */
const SECRET_PARTS = ['password', 'passwd', 'passphrase', 'token', 'secret', 'apikey', 'credential'];
/** Keys whose value says where a secret is; anyone who knows the address of a web hook can post to it. */
const SECRET_KEYS = ['ssl_keyfile', 'webhook_url'];
/** Keys named like a secret that hold none. */
const HARMLESS_KEYS = new Set(['cors_credentials', 'sort_key']);

/** Keys of commands. No list of the forms in which commands hold secrets is complete, so none is shown. */
const COMMAND_KEY = /(?:^|_)(?:command|cmd|action|action_repeat)$/;

/** True when a value under this key must never be shown. */
export function isSecretKey(key: string): boolean {
  const name = key.toLowerCase();
  return isSecretName(name) || COMMAND_KEY.test(name) || SECRET_KEYS.some((secret) => name.includes(secret));
}

function isSecretName(text: string): boolean {
  const name = text.toLowerCase();
  if (HARMLESS_KEYS.has(name)) return false;
  return hasSecretPart(name) || name.split(/[^a-z\d]/).some((word) => SECRET_WORDS.has(word));
}

function hasSecretPart(text: string): boolean {
  const name = text.toLowerCase();
  return SECRET_PARTS.some((part) => name.includes(part));
}

/** Passwords of URLs: `http://user:password@host`. */
const USER_INFO = /(:\/\/[^\s/?#:@,]*):[^\s/?#]*@/g;
/** Where such a password may begin that is not written as RFC 3986 wants it: with blanks and slashes in it. */
const LOOSE_USER_INFO = /:\/\/[^\s/?#:@,[]*:/g;
/** In place of a password. */
const PORT = /\d{1,5}(?![\d@])/y;
/** The first of these characters decides whether a password ends here; others of the authority may follow. */
const PASSWORD_END = /[@\r\n'"`<>]|:\/\//;
const MORE_PASSWORD = /[^\s/?#@]*@/y;
const LONGEST_LOOSE = 256;
/** User names without password: in URLs they are tokens as often as names. */
const USER_ALONE = /(:\/\/)[^\s/?#:@,]+@/g;

/** A form in which a secret stands in a text. */
interface Form {
  /** Text in front of the secret, which stays; a name that decides is in a group. */
  before: RegExp;
  isSecret?(name: string): boolean;
  value: string;
}

/** To the closing quote, or to the next blank or quote. */
const WORD = `'[^']*'?|"[^"]*"?|[^\\s'"\`]+`;
/** To the quote or the line's end. */
const LINE = `[^\\r\\n'"\`]+`;

const FORMS: readonly Form[] = [
  // `token=…`, in the query of a URL or as an option of a command.
  { before: /(?<![\w.-])([\w.-]+)=/g, isSecret: isSecretName, value: WORD },
  // Headers of HTTP; of an authorization the scheme stays.
  { before: /(?<![\w-])(?:proxy-)?authorization:[ \t]*(?:[a-z]+[ \t]+)?/gi, value: LINE },
  {
    before: /(?<![\w-])([a-z][\w-]*):[ \t]*/gi,
    isSecret: (name) => /^cookie$|-(?!authorization$)/i.test(name) && isSecretName(name),
    value: LINE,
  },
];

/** Forms that only commands have. Each begins behind a blank or an opening quote. */
const OPTIONS: readonly Form[] = [
  // `--password …`; what follows as another option is no value.
  { before: /(?<![^\s'"`])(--?[a-z][\w-]*)\s+(?!-)/gi, isSecret: isSecretName, value: WORD },
  // `-u name:…` of curl and others.
  { before: /(?<![^\s'"`])(?:-u\s*|--(?:proxy-)?user(?:\s+|=))['"][^'":]*:/gi, value: LINE },
  { before: /(?<![^\s'"`])(?:-u\s*|--(?:proxy-)?user(?:\s+|=))[^\s'"`:]*:/gi, value: WORD },
  // `user:…@host` without a scheme.
  { before: /(?<![^\s'"`,])(?!mailto:)[\w.-]+:/g, value: `[^\\s'"\`,:@/]+(?=@)` },
  // `-p…` of the programs of MySQL and others.
  { before: /(?<![^\s'"`])-p/g, value: WORD },
];

/** Masks the secrets in a text: `http://user:********@host`. */
export function maskSecrets(text: string): string {
  const strict = text.replaceAll(USER_INFO, `$1:${REDACTED}@`);
  return FORMS.reduce(mask, maskLoose(strict).replaceAll(USER_ALONE, `$1${REDACTED}@`));
}

function maskLoose(text: string): string {
  let shown = '';
  let end = 0;
  for (const { index, 0: head } of text.matchAll(LOOSE_USER_INFO)) {
    const start = index + head.length;
    const at = start < end ? null : passwordEnd(text, start);
    if (at === null) continue;
    shown += text.slice(end, start) + REDACTED;
    end = at;
  }
  return shown + text.slice(end);
}

/** Where the `@` behind the password is; null: there is no password. */
function passwordEnd(text: string, start: number): number | null {
  PORT.lastIndex = start;
  if (PORT.test(text)) return null;
  const window = text.slice(start, start + LONGEST_LOOSE);
  let at = window.search(PASSWORD_END);
  if (window[at] !== '@') return null;
  for (let more: RegExpExecArray | null; ; at += more[0].length) {
    MORE_PASSWORD.lastIndex = at + 1;
    more = MORE_PASSWORD.exec(window);
    if (more === null) return start + at;
  }
}

function mask(text: string, { before, isSecret, value }: Form): string {
  const following = new RegExp(value, 'y');
  let shown = '';
  let end = 0;
  for (const { index, 0: head, 1: name = '' } of text.matchAll(before)) {
    if (index < end || isSecret?.(name) === false) continue;
    following.lastIndex = index + head.length;
    if (!following.test(text)) continue;
    shown += text.slice(end, index + head.length) + REDACTED;
    end = following.lastIndex;
  }
  return shown + text.slice(end);
}

/** A command line that others may see anyway, with the known forms of secrets masked. */
export const maskCommand = (text: string): string => OPTIONS.reduce(mask, maskSecrets(text));

/** Path and query of a URL, up to the end of the line or the next URL of a list: a path may hold blanks and commas. */
const URL_PATH = /(:\/\/[^\s/?#\\,]*)[/?#\\](?:(?!,[ \t]*[a-z][a-z\d+.-]*:\/\/)[^\r\n])*/gi;
/** Substituted commands of a configuration. */
const BACK_TICKS = /`[^`]+`/g;

/** A configured value as it may be shown: URLs without path and query, which hold secrets of web hooks; no commands. */
export const publicText = (key: string, text: string): string =>
  isSecretKey(key)
    ? REDACTED
    : maskCommand(text.replaceAll(BACK_TICKS, `\`${REDACTED}\``)).replaceAll(URL_PATH, '$1');

/**
 * Returns an option's value for replies, masked if secret. @param option undefined: an unknown key, which may be a mistyped
 * secret
 */
export function publicValue(option: Option | undefined, key: string, text: string): string {
  if (option === undefined || option.secret || option.hidden) return REDACTED;
  return text === option.fallback ? text : publicText(key, text);
}

/** Returns the address of a server for messages: no credentials, path or query. */
export const publicUrl = ({ protocol, host }: URL): string => `${protocol}//${host}`;

/** To the closing quote of JSON, also within a text of JSON, or to what may follow a value. */
const MEMBER = `\\\\"[^"]*"?|"(?:[^"\\\\]|\\\\[^])*"?|[^\\s,}\\]]+`;

/** Forms that lines of logs have: `"password": "…"` in JSON, `token: …`. */
const MEMBERS: readonly Form[] = [
  { before: /"([\w.-]+)\\?"\s*:\s*/g, isSecret: isSecretName, value: MEMBER },
  { before: /(?<![\w.-])([\w.-]+):[ \t]+/g, isSecret: hasSecretPart, value: WORD },
];

/** A line of a log, in which there may be commands. */
export const publicLine = (text: string): string => MEMBERS.reduce(mask, maskCommand(text));
