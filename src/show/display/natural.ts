/** Natural order of names: `eth2` before `eth10`, `bond0` before `Eth1`. */

/** The collation: English, numeric. */
const LOCALE = 'en-u-kn';

/** Characters that sort before digits and letters (CLDR, root collation). */
const SIGNS = ` _-,;:!?.'"()[]{}@*/\\&#%\`^+<=>|~$`;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Place of a printable character of ASCII among them, the same for upper and lower case. */
function placeOf(code: number): number {
  if (isDigit(code)) return code;
  const lower = code | 32;
  if (lower >= 97 && lower <= 122 && code >= 65) return lower;
  return SIGNS.indexOf(String.fromCharCode(code));
}

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);

/**
 * Natural comparison of names; 0 if they differ only in leading zeros. Same as `Intl.Collator`, which takes milliseconds to create
 * and is only used beyond ASCII.
 */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  if (!isPlain(a) || !isPlain(b)) return a.localeCompare(b, LOCALE);
  let [at, other] = [0, 0];
  /** The first difference in case, used as a tie-break. */
  let byCase = 0;
  while (at < a.length && other < b.length) {
    const [one, two] = [a.charCodeAt(at), b.charCodeAt(other)];
    if (isDigit(one) && isDigit(two)) {
      const [first, second] = [numberAt(a, at), numberAt(b, other)];
      const order = first.digits.length - second.digits.length || compareTexts(first.digits, second.digits);
      if (order !== 0) return order;
      [at, other] = [first.end, second.end];
    } else {
      const order = placeOf(one) - placeOf(two);
      if (order !== 0) return order;
      byCase ||= two - one;
      at += 1;
      other += 1;
    }
  }
  return a.length - at - (b.length - other) || byCase;
}

const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Returns the run of digits at a position, without leading zeros, and its end. */
function numberAt(text: string, start: number): { digits: string; end: number } {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end += 1;
  let first = start;
  while (first < end - 1 && text.charCodeAt(first) === 48) first += 1;
  return { digits: text.slice(first, end), end };
}
