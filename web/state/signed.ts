/**
 * Numbers with a sign, as the page shows them: with the minus of typography, as wide as a plus. Copies and files have the hyphen
 * that programs read.
 */
import { oneDecimal } from '../../src/show/display/digits.ts';

export const withMinus = (digits: string): string =>
  /^-[\d.]/.test(digits) ? `−${digits.slice(1)}` : digits;

/** A change as a share of what was before: `+74.2%`, `−1.5%`, `0.0%`. */
export function showChange(share: number): string {
  const percent = Math.min(share * 100, 99_999);
  const digits = oneDecimal(percent);
  return `${Number(digits) > 0 ? '+' : ''}${withMinus(digits)}%`;
}
