/** Words for units, as other programs write them. */
import type { Unit } from '../../core/unit.ts';

const UNITS: Readonly<Record<string, Unit>> = {
  b: 'bytes',
  byte: 'bytes',
  bytes: 'bytes',
  '%': 'percent',
  percent: 'percent',
  s: 'second',
  sec: 'second',
  second: 'second',
  seconds: 'second',
  ms: 'millisecond',
  milliseconds: 'millisecond',
  millisecond: 'millisecond',
  celsius: 'celsius',
  hertz: 'hertz',
  hz: 'hertz',
  watt: 'watt',
  watts: 'watt',
  w: 'watt',
  rpm: 'rpm',
  timestamp: 'timestamp',
};

/** Undefined: no unit that Gander shows. */
export const unitNamed = (word: string): Unit | undefined =>
  Object.hasOwn(UNITS, word.toLowerCase()) ? UNITS[word.toLowerCase()] : undefined;

const RATES: Readonly<Partial<Record<Unit, Unit>>> = { bytes: 'bytepersecond', number: 'numberpersecond' };

/** Returns the unit of a counter's increase per second. */
export const rateUnit = (unit: Unit | null): Unit => (unit && RATES[unit]) ?? 'numberpersecond';
