/** strftime(3) for local time, in the C locale: the conversions that date formats use. */

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
/** Locales that between them have abbreviations for most zones. */
const ZONE_LOCALES = ['en-US', 'en-GB', 'en-AU', 'en-CA', 'en-NZ', 'en-ZA', 'en-IN'];

const pad = (value: number, width = 2, fill = '0'): string => String(value).padStart(width, fill);

/** Offset from UTC as `+0100`; with a separator as `+01:00`. */
export function utcOffset(date: Date, separator = ''): string {
  const minutes = -date.getTimezoneOffset();
  const absolute = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(absolute / 60))}${separator}${pad(absolute % 60)}`;
}

/** Most servers run in this zone, and the text of a date tells without the formats of ICU, which take 10 ms to load. */
const UTC_TEXT = '(Coordinated Universal Time)';

/** Abbreviation of the local time zone (`UTC`, `CET`), or its numeric offset when it has none of up to six letters. */
export function zoneName(date: Date): string {
  if (date.toString().endsWith(UTC_TEXT)) return 'UTC';
  for (const locale of ZONE_LOCALES) {
    const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'short' }).formatToParts(date);
    const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
    if (/^[A-Z]{2,6}$/.test(name)) return name;
  }
  return utcOffset(date);
}

const dayOfYear = (date: Date): number =>
  Math.round(
    (Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - Date.UTC(date.getFullYear(), 0, 1)) /
      86_400_000,
  ) + 1;

/** Week of the year, weeks starting at `firstDay` (0 Sunday, 1 Monday). */
const weekOfYear = (date: Date, firstDay: number): number =>
  Math.floor((dayOfYear(date) + 6 - ((date.getDay() + 7 - firstDay) % 7)) / 7);

const hour12 = (date: Date): number => date.getHours() % 12 || 12;

const CONVERSIONS: Readonly<Record<string, (date: Date) => string>> = {
  Y: (date) => String(date.getFullYear()),
  y: (date) => pad(date.getFullYear() % 100),
  C: (date) => pad(Math.floor(date.getFullYear() / 100)),
  m: (date) => pad(date.getMonth() + 1),
  d: (date) => pad(date.getDate()),
  e: (date) => pad(date.getDate(), 2, ' '),
  H: (date) => pad(date.getHours()),
  I: (date) => pad(hour12(date)),
  k: (date) => pad(date.getHours(), 2, ' '),
  l: (date) => pad(hour12(date), 2, ' '),
  M: (date) => pad(date.getMinutes()),
  S: (date) => pad(date.getSeconds()),
  f: (date) => `${pad(date.getMilliseconds(), 3)}000`,
  p: (date) => (date.getHours() < 12 ? 'AM' : 'PM'),
  P: (date) => (date.getHours() < 12 ? 'am' : 'pm'),
  A: (date) => DAYS[date.getDay()] ?? '',
  a: (date) => (DAYS[date.getDay()] ?? '').slice(0, 3),
  B: (date) => MONTHS[date.getMonth()] ?? '',
  b: (date) => (MONTHS[date.getMonth()] ?? '').slice(0, 3),
  h: (date) => (MONTHS[date.getMonth()] ?? '').slice(0, 3),
  j: (date) => pad(dayOfYear(date), 3),
  U: (date) => pad(weekOfYear(date, 0)),
  W: (date) => pad(weekOfYear(date, 1)),
  u: (date) => String(date.getDay() || 7),
  w: (date) => String(date.getDay()),
  s: (date) => String(Math.floor(date.getTime() / 1000)),
  z: (date) => utcOffset(date),
  Z: zoneName,
  n: () => '\n',
  t: () => '\t',
  '%': () => '%',
};

/** Conversions that stand for several others. */
const COMPOSITES: Readonly<Record<string, string>> = {
  F: '%Y-%m-%d',
  T: '%H:%M:%S',
  R: '%H:%M',
  r: '%I:%M:%S %p',
  D: '%m/%d/%y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
  c: '%a %b %e %H:%M:%S %Y',
};

/** Unknown conversions stay as they are. */
export function strftime(format: string, date: Date): string {
  return format.replaceAll(/%[-_0^#]?([a-zA-Z%])/g, (whole, letter: string) => {
    const composite = Object.hasOwn(COMPOSITES, letter) ? COMPOSITES[letter] : undefined;
    if (composite !== undefined) return strftime(composite, date);
    const convert = Object.hasOwn(CONVERSIONS, letter) ? CONVERSIONS[letter] : undefined;
    return convert === undefined ? whole : convert(date);
  });
}
