/** Units as the published API states them. */
export type Unit =
  | 'bitpersecond'
  | 'bool'
  | 'byte'
  | 'bytepersecond'
  | 'bytes'
  | 'celsius'
  | 'float'
  | 'hertz'
  | 'list'
  | 'megabyte'
  | 'millisecond'
  | 'number'
  | 'numberpersecond'
  | 'percent'
  | 'rpm'
  | 'second'
  | 'seconds'
  | 'string'
  | 'timestamp'
  | 'watt';

/** Signs of units behind a number; texts and plain numbers have none. */
export const UNIT_SIGNS: Readonly<Partial<Record<Unit, string>>> = {
  bitpersecond: 'bit/s',
  byte: 'B',
  bytepersecond: 'B/s',
  bytes: 'B',
  celsius: '°C',
  hertz: 'Hz',
  megabyte: 'MB',
  millisecond: 'ms',
  numberpersecond: '/s',
  percent: '%',
  rpm: 'rpm',
  second: 's',
  seconds: 's',
  watt: 'W',
};
