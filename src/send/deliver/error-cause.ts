/** The error of the system among those that drivers wrap it in. */

interface Wrapped {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  /** Of an `AggregateError`: one per address that was tried. */
  readonly errors?: unknown;
}

interface Cause {
  readonly message: string;
  /** Empty where there is none of letters. */
  readonly code: string;
}

/** Deeper is no cause, but a ring. */
const DEEPEST = 8;

/** The first with a code that is known; where there is none, the outermost that has a text. */
export function causeOf(error: unknown, isKnown: (code: string) => boolean): Cause {
  const chain: Cause[] = [];
  for (
    let one: unknown = error, depth = 0;
    one !== null && one !== undefined && depth < DEEPEST;
    depth += 1
  ) {
    const { message, code, cause, errors }: Wrapped = one;
    chain.push({ message: textOf(message), code: textOf(code) });
    one = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  const told = chain.filter((one) => one.message !== '' || one.code !== '');
  const withText = told.filter((one) => one.message !== '');
  return (
    withText.find(({ code }) => isKnown(code)) ??
    told.find(({ code }) => isKnown(code)) ??
    told[0] ?? { message: String(error), code: '' }
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
