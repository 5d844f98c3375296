/** Checks of values from outside by the form of their members. */

export type Check = (value: unknown) => boolean;
/** Members that a value must have; a list, since a start checks thousands of lines. */
export type Form = readonly (readonly [key: string, check: Check])[];

export const isText: Check = (value) => typeof value === 'string';

/** Beyond any measured value; sums and squares of millions of such numbers stay finite. */
const LARGEST = 1e100;
export const isNumber: Check = (value) => typeof value === 'number' && Math.abs(value) <= LARGEST;

/** The end of year 9999 in milliseconds: later times have no ISO 8601 form with four digits. */
const LAST_TIME = 253_402_300_799_999;
/** Milliseconds since the epoch. */
export const isTime: Check = (value) => typeof value === 'number' && value >= 0 && value <= LAST_TIME;
/** Seconds since the epoch. */
export const isTimeInSeconds: Check = (value) => typeof value === 'number' && isTime(value * 1000);

export const orAbsent =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

export const oneOf =
  (choices: readonly unknown[]): Check =>
  (value) =>
    choices.includes(value);

export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

export const hasForm = (value: unknown, form: Form): boolean =>
  typeof value === 'object' &&
  value !== null &&
  form.every(([key, check]) => check((value as Record<string, unknown>)[key]));

/** A form with the members of a type, none forgotten. */
export const formOf = <T>(members: Readonly<Record<keyof T & string, Check>>): Form =>
  Object.entries<Check>(members);

export const ofForm =
  (form: Form): Check =>
  (value) =>
    hasForm(value, form);
