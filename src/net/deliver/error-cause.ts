/** Finds the system error inside the errors that drivers wrap around it. */
import { fileWords } from '../../core/file-words.ts';

/** `errors`, of an `AggregateError`: one per address that was tried. */
type Wrapped = Readonly<Partial<Record<'message' | 'code' | 'path' | 'cause' | 'errors', unknown>>>;

interface Cause {
  readonly message: string;
  /** Empty if it has no letters. */
  readonly code: string;
}

/** Deeper chains are circular. */
const DEEPEST = 8;

/** Returns the first error with a known code, otherwise the outermost with a text. */
export function causeOf(error: unknown, isKnown: (code: string) => boolean): Cause {
  const chain: Cause[] = [];
  for (
    let one: unknown = error, depth = 0;
    one !== null && one !== undefined && depth < DEEPEST;
    depth += 1
  ) {
    const { message, code, path, cause, errors }: Wrapped = one;
    const words = fileWords(one);
    const text = words === null ? textOf(message) : `${textOf(path) || 'the file'}: ${words}`;
    chain.push({ message: text, code: textOf(code) });
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
