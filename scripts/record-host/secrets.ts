import { isSecretKey, publicText, REDACTED } from '../../src/core/redact.ts';

/** Names of users too. */
const URL_USER = /(:\/\/)[^\s/@]+@/g;
const LONG_WORD = /[A-Za-z0-9_+=-]{32,}/g;
const AUTHORIZATION = /\b(bearer|basic)\s+[\w.~+/=-]+/gi;

/** Arguments of a command line without what looks like a secret: as everywhere, and long words that look random. */
export function hideSecrets(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    const previous = args[index - 1] ?? '';
    const isValue = /^--?\w/.test(previous) && isSecretKey(previous) && !arg.startsWith('-');
    return isValue && arg !== '' ? REDACTED : hideInText(arg);
  });
}

/** One argument may be a whole command (`sh -c "…"`), so the same forms are looked for inside it. */
function hideInText(text: string): string {
  return publicText('', text)
    .replace(URL_USER, `$1${REDACTED}@`)
    .replace(AUTHORIZATION, `$1 ${REDACTED}`)
    .replace(LONG_WORD, (word) => (isRandom(word) ? REDACTED : word));
}

/** Long words with both letters and digits are more often keys than names. */
function isRandom(word: string): boolean {
  return /\d/.test(word) && /[A-Za-z]/.test(word);
}
