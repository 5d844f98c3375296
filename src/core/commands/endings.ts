/** Early ends of a run. Messages are complete sentences. */
import type { CommanderError } from 'commander';
import { UsageError } from '../errors.ts';

export { EXIT_FAILURE, EXIT_USAGE, Failure } from '../../core/errors.ts';

/** Invalid arguments; the message is followed by the usage. Exit code 2. */
export class SyntaxProblem extends UsageError {}

/** Converts commander's `error: unknown option '--x'` with its suggestion on a second line. */
export function syntaxProblem({ message }: CommanderError): SyntaxProblem {
  const [what = '', hint] = message.replace(/^error: /, '').split('\n');
  const start = what.charAt(0).toUpperCase() + what.slice(1).replace(/\.$/, '');
  return new SyntaxProblem(hint === undefined ? `${start}.` : `${start}. ${hint.replace(/^\(|\)$/g, '')}`);
}
