/** Command lines for display and for copying. */

/** Characters without meaning to any shell. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Quotes one argument for POSIX shells. */
export const quotedArgument = (argument: string): string =>
  PLAIN.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`;

/** A command line that can be pasted into a shell. */
export const pasteable = (argv: readonly string[]): string => argv.map(quotedArgument).join(' ');

/** The parts of a command line, shown with different weight. */
export interface CommandParts {
  /** The folder of the program, with its last slash; may be empty. */
  readonly folder: string;
  readonly program: string;
  readonly rest: string;
}

/** A first argument such as `nginx: worker process` is a title that the program gave itself, not a path. */
const isPath = (text: string): boolean => /^[^ :]*\/[^/ ]+$/.test(text);

export function commandParts(argv: readonly string[]): CommandParts {
  const [first = '', ...others] = argv;
  const slash = isPath(first) ? first.lastIndexOf('/') + 1 : 0;
  return { folder: first.slice(0, slash), program: first.slice(slash), rest: others.join(' ') };
}
