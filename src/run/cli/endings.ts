/** Ways in which a run ends early. The messages are whole sentences for the user. */
import type { CommanderError } from 'commander';
import { UsageError } from '../../core/errors.ts';

/** The arguments cannot be understood; the usage text goes with the message. Exit code 2. */
export class SyntaxProblem extends UsageError {}

export const EXIT_USAGE = 2;
export const EXIT_FAILURE = 1;

/** The request cannot be carried out on this machine now. Exit code 1, or another that scripts of the field expect. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;

  constructor(message: string, exitCode = EXIT_FAILURE) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Commander writes `error: unknown option '--x'` and a suggestion on a second line. */
export function syntaxProblem({ message }: CommanderError): SyntaxProblem {
  const [what = '', hint] = message.replace(/^error: /, '').split('\n');
  const start = what.charAt(0).toUpperCase() + what.slice(1).replace(/\.$/, '');
  return new SyntaxProblem(hint === undefined ? `${start}.` : `${start}. ${hint.replace(/^\(|\)$/g, '')}`);
}
