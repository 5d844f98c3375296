const HIDDEN = '***';
/** Anywhere in a name. Wider than the agent's rule: what is recorded is published. */
const SECRET = /pass|pwd|token|secret|key|credential|auth|cookie/i;
const ASSIGNMENT = /(?<![\w.-])([\w.-]+)(\s*[=:]\s*)(?:"[^"]*"|'[^']*'|[^\s"'&]+)/g;
const OPTION_AND_VALUE = /(?<!\S)(--?[\w.-]+)(\s+)(?!-)\S+/g;
const OPTION = /^--?[\w.-]+$/;
const URL_USER = /(:\/\/)[^\s/@]+@/g;
const AUTHORIZATION = /\b(bearer|basic)\s+[\w.~+/=-]+/gi;
const LONG_WORD = /[A-Za-z0-9_+=-]{32,}/g;

/** Arguments of a command line with everything that looks like a secret replaced by `***`. */
export function hideSecrets(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    const previous = args[index - 1] ?? '';
    const isValue = OPTION.test(previous) && SECRET.test(previous) && !arg.startsWith('-');
    return isValue && arg !== '' ? HIDDEN : hideInText(arg);
  });
}

/** One argument may be a whole command (`sh -c "…"`), so it is searched for the same forms. */
function hideInText(text: string): string {
  return text
    .replace(URL_USER, `$1${HIDDEN}@`)
    .replace(AUTHORIZATION, `$1 ${HIDDEN}`)
    .replace(ASSIGNMENT, hideValue)
    .replace(OPTION_AND_VALUE, hideValue)
    .replace(LONG_WORD, (word) => (isRandom(word) ? HIDDEN : word));
}

const hideValue = (all: string, name: string, between: string): string =>
  SECRET.test(name) ? name + between + HIDDEN : all;

/** Long words with both letters and digits are more often keys than names. */
function isRandom(word: string): boolean {
  return /\d/.test(word) && /[A-Za-z]/.test(word);
}
