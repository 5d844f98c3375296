/** Validators for the values of targets and exporters. All throw `OptionError`. */
import { headersOf } from '../../core/http-headers.ts';
import { OptionError, wordsOf } from '../../core/option-parse.ts';

/** An http(s) address. Messages never repeat it, since it may be a secret. */
export function parseWebUrl(text: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new OptionError('expected an address that starts with https:// or http://');
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    throw new OptionError('in the user name and password of an address, % must be written as %25');
  }
  return url;
}

/** A value that can stand in an HTTP header: visible ASCII. */
export function parseToken(text: string): string {
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new OptionError('expected letters, digits and signs without blanks');
  return token;
}

/** `Name: value` pairs separated by commas; names in lower case. */
export const parseHeaders = (text: string): ReadonlyMap<string, string> =>
  headersOf(wordsOf(text), 'separated by commas');

const ADDRESS = String.raw`[^\s<>@,;:"()\\[\]]+@[^\s<>@,;:"()\\[\]]+`;
const MAILBOX = new RegExp(`^(?:${ADDRESS}|[^<>@,;:"()\\\\\\p{Cc}]+ <${ADDRESS}>)$`, 'u');

/** `me@example.org` or `Name <me@example.org>`. */
export function parseMailbox(text: string): string {
  const mailbox = text.trim();
  if (!MAILBOX.test(mailbox))
    throw new OptionError('expected an e-mail address such as me@example.org or Name <me@example.org>');
  return mailbox;
}

/** Addresses separated by commas, at least one. */
export function parseMailboxes(text: string): string[] {
  const mailboxes = wordsOf(text).map(parseMailbox);
  if (mailboxes.length === 0) throw new OptionError('expected e-mail addresses separated by commas');
  return mailboxes;
}

/** A text that matches a pattern. */
export const matching =
  (form: RegExp, expected: string) =>
  (text: string): string => {
    if (!form.test(text.trim())) throw new OptionError(`expected ${expected}`);
    return text.trim();
  };
