/** The program. `run` puts everything together. */
import { UsageError } from './core/errors.ts';
import { chooseMode, NoMode } from './run/cli/mode.ts';
import { parseCommandLine } from './run/cli/parse.ts';
import type { BuiltProgram } from './core/commands/subcommand.ts';
import { start } from './run/start.ts';

/** @param program parts of the build that a run needs */
export const run = (program: BuiltProgram): Promise<never> => start(process, program);

/** Returns the arguments of `npm start`, with `-w` in front if they name no mode; invalid ones are left to the program. */
export function withDefaultMode(argv: readonly string[]): string[] {
  try {
    chooseMode(parseCommandLine(argv).values);
  } catch (error) {
    if (error instanceof NoMode) return ['-w', ...argv];
    if (!(error instanceof UsageError)) throw error;
  }
  return [...argv];
}
