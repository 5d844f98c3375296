/** Signed numbers as shown on the page, with the typographic minus, which is as wide as a plus. Copies and files have a hyphen. */
import { inOnePiece, oneDecimal } from '../../src/show/display/digits.ts';

export const withMinus = (digits: string): string =>
  /^-[\d.]/.test(digits) ? `−${digits.slice(1)}` : digits;

/** Relative change: `+74.2 %`, `−1.5 %`, `0.0 %`. */
export function showChange(share: number): string {
  const percent = Math.min(share * 100, 99_999);
  const text = inOnePiece({ digits: withMinus(oneDecimal(percent)), unit: '%' });
  // Languages have their own decimal mark, so digits are no number.
  return percent >= 0.05 ? `+${text}` : text;
}
