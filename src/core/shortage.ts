import { isShortage } from './files/error-code.ts';

/** Finds the error of a shortage of descriptors or memory, also where another error wraps it; null if it is none. */
export function shortageIn(error: unknown): Error | null {
  for (let inner = error; inner instanceof Error; inner = inner.cause) if (isShortage(inner)) return inner;
  return null;
}
