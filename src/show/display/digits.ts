/** Numbers in at most four characters: three significant digits, for stable widths. */

import { localDigits, unitGap } from './language.ts';

/** Placeholder of a missing number. */
export const NOTHING = '–';

/** A displayed value: digits, and a unit in a lighter tone. */
export interface FormattedValue {
  digits: string;
  unit: string;
}

/** A value in one piece. */
export const inOnePiece = ({ digits, unit }: FormattedValue): string =>
  unit === '' ? digits : digits + unitGap(unit) + unit;

/** Three significant digits of numbers below a thousand: 0, 0.12, 1.23, 12.3, 123. Larger ones are rounded to integers. */
export function threeDigits(value: number): string {
  const size = Math.abs(value);
  if (size < 0.005) return '0';
  if (size < 9.995) return localDigits(value.toFixed(2));
  return size < 99.95 ? localDigits(value.toFixed(1)) : value.toFixed(0);
}

/** One decimal below a hundred, none above; for percentages and temperatures. */
export const oneDecimal = (value: number): string =>
  Math.abs(value) < 99.95 ? localDigits(value.toFixed(1).replace('-0.0', '0.0')) : value.toFixed(0);

const DECIMAL = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'] as const;

/** A number and the prefix of its unit, in steps of a thousand or of 1024. */
export function scaled(value: number, step: 1000 | 1024): { value: number; prefix: string } {
  let rest = value;
  let power = 0;
  // 999.5 would be shown as 1000.
  while (Math.abs(rest) >= 999.5 && power < DECIMAL.length - 1) {
    rest /= step;
    power += 1;
  }
  const prefix = DECIMAL[power] ?? '';
  return { value: rest, prefix: step === 1024 && prefix !== '' ? `${prefix.toUpperCase()}i` : prefix };
}

/** Digits that stay short however large the number is. */
export const shortDigits = (value: number, prefix: string): string =>
  Math.abs(value) >= 999.5
    ? value.toExponential(0).replace('e+', 'e')
    : prefix === ''
      ? whole(value)
      : threeDigits(value);

const whole = (value: number): string => (Number.isInteger(value) ? String(value) : threeDigits(value));
