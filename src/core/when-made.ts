import type { MaybePromise } from './plugin.ts';

/** The result of `use` with a value: at once where the value is there, else later. A rejection passes through. */
export const whenMade = <T, R>(
  value: MaybePromise<T>,
  use: (value: T) => MaybePromise<R>,
): MaybePromise<R> => (value instanceof Promise ? value.then(use) : use(value));
