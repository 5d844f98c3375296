import { passNotFetched } from './not-fetched.ts';

/** Returns what an action returns, and null when it throws: for extras without which the rest is still worth having. */
export function orNull<T>(action: () => T): T | null {
  try {
    return action();
  } catch (error) {
    passNotFetched(error);
    return null;
  }
}
