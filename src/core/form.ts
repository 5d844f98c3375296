/** Checks of values from outside by the form of their members. */

export type Check = (value: unknown) => boolean;
/** Members that a value must have; a list, since a start checks thousands of lines. */
export type Form = readonly (readonly [key: string, check: Check])[];

export const isText: Check = (value) => typeof value === 'string';
export const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);

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
