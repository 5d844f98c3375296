import { maskSecrets, REDACTED } from '../core/redact.ts';
import type { Options, OptionValues } from '../core/options.ts';
import { secretKeysOf } from './secret-value.ts';

/** Shorter ones would blank out ordinary words. */
const SHORTEST = 4;

/**
 * A function that masks the secrets of a target wherever they stand in a text, such as the answer of a server; those in
 * addresses and headers too, which no option declares.
 */
export function createScrubber(declared: Options, values: OptionValues<Options>): (text: string) => string {
  const texts = secretKeysOf(declared)
    .flatMap((key) => textsOf(values[key]))
    .filter((text) => text.length >= SHORTEST);
  const forms = [...new Set(texts.flatMap((text) => [text, encodeURIComponent(text)]))];
  forms.sort((a, b) => b.length - a.length);
  return (text) => maskSecrets(forms.reduce((masked, form) => masked.replaceAll(form, REDACTED), text));
}

function textsOf(secret: unknown): string[] {
  if (typeof secret === 'string') return [secret];
  if (secret instanceof Map) return [...secret.values()].map(String);
  if (!(secret instanceof URL)) return [];
  // The text behind the host is the secret; a path of a single slash is none.
  return [
    secret.href,
    secret.pathname + secret.search,
    secret.pathname.slice(1),
    secret.search,
    secret.password,
  ];
}
