/** Formats values in the reader's units. Pure functions that never throw. */
import type { ServedMember } from '../../core/served.ts';
import { inOnePiece, NOTHING, oneDecimal, scaled, shortDigits, type FormattedValue } from './digits.ts';
import { isNumber } from '../../core/members.ts';

/** Preferences of the reader. */
export interface UnitChoice {
  /** Rates of networks in bits instead of bytes. */
  bits: boolean;
  /** Bytes in steps of 1024 (KiB) instead of 1000 (kB). */
  binary: boolean;
  fahrenheit: boolean;
}

/** Kinds of values; each is shown in its own way. */
export type Kind =
  | 'percent'
  | 'bytes'
  | 'byteRate'
  | 'netRate'
  | 'count'
  | 'rate'
  | 'hertz'
  | 'celsius'
  | 'milliseconds'
  | 'seconds'
  | 'load'
  | 'rpm'
  | 'watt'
  | 'dbm'
  | 'plain';

const EMPTY: FormattedValue = { digits: NOTHING, unit: '' };

type Show = (value: number, choice: UnitChoice) => FormattedValue;

const prefixed =
  (unit: string, step: 1000 | 1024 = 1000): Show =>
  (value) => {
    const { value: rest, prefix } = scaled(value, step);
    return { digits: shortDigits(rest, prefix), unit: prefix + unit };
  };

const showBytes: Show = (value, choice) => prefixed('B', choice.binary ? 1024 : 1000)(value, choice);
const perSecond = (shown: FormattedValue): FormattedValue => ({
  digits: shown.digits,
  unit: `${shown.unit}/s`,
});
const oneDecimalIn =
  (unit: string): Show =>
  (value) => ({
    digits: Math.abs(value) < 99_999 ? oneDecimal(value) : value.toExponential(0).replace('e+', 'e'),
    unit,
  });

/** Units of times that are long in seconds. */
const LONG_TIMES = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
] as const;

const SHOWS: Readonly<Record<Kind, Show>> = {
  percent: oneDecimalIn('%'),
  bytes: showBytes,
  byteRate: (value, choice) => perSecond(showBytes(value, choice)),
  netRate: (value, choice) =>
    choice.bits ? perSecond(prefixed('b')(value * 8, choice)) : perSecond(showBytes(value, choice)),
  count: prefixed(''),
  rate: (value, choice) => perSecond(prefixed('')(Math.round(value * 10) / 10, choice)),
  hertz: prefixed('Hz'),
  celsius: (value, choice) =>
    choice.fahrenheit
      ? { digits: (value * 1.8 + 32).toFixed(0), unit: '°F' }
      : { digits: value.toFixed(0), unit: '°C' },
  milliseconds: (value, choice) => SHOWS.seconds(value / 1000, choice),
  seconds: (value) => {
    const long = LONG_TIMES.find(([seconds]) => Math.abs(value) >= 2 * seconds);
    if (Math.abs(value) >= 1000 && long !== undefined)
      return { digits: shortDigits(value / long[0], ''), unit: long[1] };
    if (Math.abs(value) >= 1 || value === 0) return { digits: shortDigits(value, 's'), unit: 's' };
    return Math.abs(value) >= 0.001
      ? { digits: shortDigits(value * 1000, 'm'), unit: 'ms' }
      : { digits: shortDigits(value * 1e6, 'µ'), unit: 'µs' };
  },
  load: (value) => ({ digits: shortDigits(value, 'l'), unit: '' }),
  rpm: prefixed('rpm'),
  watt: prefixed('W'),
  dbm: (value) => ({ digits: value.toFixed(0), unit: 'dBm' }),
  plain: (value) => ({ digits: shortDigits(value, Number.isInteger(value) ? '' : 'p'), unit: '' }),
};

/** A formatted value; a dash for other values than numbers. */
export function show(value: ServedMember, kind: Kind, choice: UnitChoice): FormattedValue {
  if (!isNumber(value)) return EMPTY;
  const shown = SHOWS[kind](value, choice);
  // The largest numbers overflow in the unit.
  return shown.digits.includes('Infinity') ? EMPTY : shown;
}

/** Like {@link show}, in one piece, for titles, tables and screen readers. */
export function showText(value: ServedMember, kind: Kind, choice: UnitChoice): string {
  return inOnePiece(show(value, kind, choice));
}
