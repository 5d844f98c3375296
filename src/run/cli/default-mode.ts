/** The mode of `npm start`. */
import { UsageError } from '../../core/errors.ts';
import { chooseMode, NoMode } from './mode.ts';
import { parseCommandLine } from './parse.ts';

/** The arguments, with `-w` in front if they name no mode; invalid ones are left to the program. */
export function withDefaultMode(argv: readonly string[]): string[] {
  try {
    chooseMode(parseCommandLine(argv).values);
  } catch (error) {
    if (error instanceof NoMode) return ['-w', ...argv];
    if (!(error instanceof UsageError)) throw error;
  }
  return [...argv];
}
