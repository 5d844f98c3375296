/** Early ends of a run. Messages are complete sentences. */
import type { CommanderError } from 'commander';
import { UsageError } from '../../core/errors.ts';

/** Invalid arguments; the message is followed by the usage. Exit code 2. */
export class SyntaxProblem extends UsageError {}

export const EXIT_USAGE = 2;
export const EXIT_FAILURE = 1;

/** The request failed on this host. Exit code 1, or another that existing scripts expect. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;

  constructor(message: string, exitCode = EXIT_FAILURE) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Converts commander's `error: unknown option '--x'` with its suggestion on a second line. */
export function syntaxProblem({ message }: CommanderError): SyntaxProblem {
  const [what = '', hint] = message.replace(/^error: /, '').split('\n');
  const start = what.charAt(0).toUpperCase() + what.slice(1).replace(/\.$/, '');
  return new SyntaxProblem(hint === undefined ? `${start}.` : `${start}. ${hint.replace(/^\(|\)$/g, '')}`);
}
