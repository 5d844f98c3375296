import type { MaybePromise } from './plugin.ts';

/** Applies `use` to a value: at once if it is available, else later. A rejection passes through. */
export const whenMade = <T, R>(
  value: MaybePromise<T>,
  use: (value: T) => MaybePromise<R>,
): MaybePromise<R> => (value instanceof Promise ? value.then(use) : use(value));
