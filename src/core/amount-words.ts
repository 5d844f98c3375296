/** Formats amounts for sentences. */

/** A formatted number. Its digits have a decimal point. */
export interface Quantity {
  readonly digits: string;
  /** Empty: a number without a unit. */
  readonly unit: string;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Bytes with two or three digits: `850 MiB`, `1.5 GiB`. */
export function bytesIn(bytes: number): Quantity {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return {
    digits: value < 10 && unit > 0 ? value.toFixed(1) : String(Math.round(value)),
    unit: UNITS[unit] ?? 'B',
  };
}

/** Units of spans, largest first, in seconds. */
export const SPANS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** Seconds in the two largest units: `42 d 3 h`, `5 min 12 s`, `0 s`. */
export function spanText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const first = SPANS.findIndex(([size]) => whole >= size);
  const [size, unit] = SPANS[first] ?? [1, 's'];
  const next = SPANS[first + 1];
  const rest = next === undefined || first < 0 ? 0 : Math.floor((whole % size) / next[0]);
  return `${Math.floor(whole / size)} ${unit}${rest > 0 && next ? ` ${rest} ${next[1]}` : ''}`;
}
