/** The program. Everything is put together by what `run` calls. */
import type { BuiltProgram } from './run/parts/run.ts';
import { start } from './run/start.ts';

export { withDefaultMode } from './run/cli/default-mode.ts';

/** @param program parts of the build that a run needs */
export const run = (program: BuiltProgram): Promise<never> => start(process, program);
