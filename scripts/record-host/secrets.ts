const HIDDEN = '***';
const NAME = String.raw`[\w.-]*(?:pass(?:word|wd|phrase)?|pwd|token|secret|key|credentials?|auth|cookie)[\w.-]*`;
const ASSIGNMENT = new RegExp(String.raw`(${NAME}\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s"'&]+)`, 'gi');
const OPTION_AND_VALUE = new RegExp(String.raw`((?:^|\s)--?${NAME}\s+)(?!-)(\S+)`, 'gi');
const OPTION = new RegExp(String.raw`^--?${NAME}$`, 'i');
const URL_USER = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi;
const AUTHORIZATION = /\b(bearer|basic)\s+[\w.~+/=-]+/gi;
const LONG_WORD = /[A-Za-z0-9_+=-]{32,}/g;

/** Arguments of a command line with everything that looks like a secret replaced by `***`. */
export function hideSecrets(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    const previous = args[index - 1];
    const isValue = previous !== undefined && OPTION.test(previous) && !arg.startsWith('-');
    return isValue && arg !== '' ? HIDDEN : hideInText(arg);
  });
}

/** One argument may be a whole command (`sh -c "…"`), so the same forms are looked for inside it. */
function hideInText(text: string): string {
  return text
    .replace(URL_USER, `$1${HIDDEN}@`)
    .replace(AUTHORIZATION, `$1 ${HIDDEN}`)
    .replace(ASSIGNMENT, `$1${HIDDEN}`)
    .replace(OPTION_AND_VALUE, `$1${HIDDEN}`)
    .replace(LONG_WORD, (word) => (isRandom(word) ? HIDDEN : word));
}

/** Long words with both letters and digits are more often keys than names. */
function isRandom(word: string): boolean {
  return /\d/.test(word) && /[A-Za-z]/.test(word);
}
