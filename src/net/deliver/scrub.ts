import { maskSecrets, REDACTED } from '../../core/redact.ts';
import type { Options, OptionValues } from '../../core/options.ts';
import { secretKeysOf } from './secret-value.ts';

/** Shorter ones would blank out ordinary words. */
const SHORTEST = 4;

/**
 * Returns a function that masks a target's secrets in any text, such as a server's reply; including those in addresses and headers,
 * which no option declares.
 */
export function createScrubber(declared: Options, values: OptionValues<Options>): (text: string) => string {
  const passwords = Object.values(values).flatMap((value) =>
    value instanceof URL ? passwordsOf(value) : [],
  );
  const texts = [...secretKeysOf(declared).flatMap((key) => textsOf(values[key])), ...passwords].filter(
    (text) => text.length >= SHORTEST,
  );
  const forms = [...new Set(texts.flatMap((text) => [text, encodeURIComponent(text)]))];
  forms.sort((a, b) => b.length - a.length);
  const encoded = [...new Set(texts.flatMap(inBase64))];
  return (text) => {
    const masked = forms.reduce((rest, form) => rest.replaceAll(form, REDACTED), text);
    return maskSecrets(encoded.reduce(maskAround, masked));
  };
}

/** Characters of Base64, both alphabets. RFC 4648 sections 4 and 5. */
const BASE64 = /[\w+/-]/;

/** Returns the invariant parts of a text's Base64 forms: they depend on the offset, since three bytes become four characters. */
function inBase64(secret: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const part = bytes
      .toString('base64')
      .slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return [part, part.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Masks each run of Base64 that contains the part, such as name and password of HTTP Basic. */
function maskAround(text: string, part: string): string {
  let shown = '';
  let end = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, end)) {
    let start = at;
    while (start > end && BASE64.test(text.charAt(start - 1))) start -= 1;
    shown += text.slice(end, start) + REDACTED;
    end = at + part.length;
    while (BASE64.test(text.charAt(end)) || text.charAt(end) === '=') end += 1;
  }
  return shown + text.slice(end);
}

function textsOf(secret: unknown): string[] {
  if (typeof secret === 'string') return [secret];
  if (secret instanceof Map) return [...secret.values()].map(String);
  // A program with its arguments: it may repeat them, and its own name is none.
  if (Array.isArray(secret)) return secret.slice(1).map(String).flatMap(valueOf);
  if (!(secret instanceof URL)) return [];
  // The text after the host is the secret; a lone slash is not.
  return [secret.href, secret.pathname + secret.search, secret.pathname.slice(1), secret.search];
}

/** `value`, or that of `--name=value`. */
const valueOf = (argument: string): string[] =>
  argument.startsWith('-') ? argument.split('=').slice(1) : [argument];

const passwordsOf = ({ password }: URL): string[] => [password, decodeURIComponent(password)];
