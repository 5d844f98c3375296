/** Short forms of numbers and texts. */

const PREFIXES = ['', 'K', 'M', 'G', 'T', 'P', 'E'];

/** `1.5G`; `-` when unknown. */
export function bytes(value: number | null, base: 1000 | 1024 = 1024): string {
  if (value === null) return '-';
  let scaled = value;
  let step = 0;
  for (; Math.abs(scaled) >= base && step < PREFIXES.length - 1; step += 1) scaled /= base;
  const digits = step === 0 || scaled >= 100 ? 0 : 1;
  return `${scaled.toFixed(digits)}${PREFIXES[step]}`;
}

/** Text with parts that others chose, for a terminal: nothing in it steers the terminal. Line ends stay. */
export const forTerminal = (text: string): string => text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}]/gu, '?');

const STEERS = /[\u007f-\u009f\u2028\u2029]|\p{Cf}/gu;
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * JSON whose texts do not steer a terminal and reorder nothing: format and control characters are escaped (`\u202e`), also those that
 * JSON itself keeps. It parses to the same value.
 */
export const jsonForTerminal = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replaceAll(STEERS, (one) => one.split('').map(escaped).join(''));

/** A text of at most `width` characters on one line, its end replaced by a tilde where it is longer. */
export function cutToWidth(text: string, width: number): string {
  const clean = text.replaceAll(/[\p{C}]/gu, ' ');
  return clean.length <= width ? clean : `${clean.slice(0, Math.max(0, width - 1))}~`;
}
