import { isShortage } from './files/error-code.ts';

/** The error of a shortage, also where another error wraps it; null: it is none. */
export function shortageIn(error: unknown): Error | null {
  for (let inner = error; inner instanceof Error; inner = inner.cause) if (isShortage(inner)) return inner;
  return null;
}
