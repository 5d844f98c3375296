/** The program. Everything is put together by what `run` calls. */
import { start } from './app/start.ts';

export { withDefaultMode } from './cli/default-mode.ts';

/** @param pageFolder holds the built page */
export const run = (pageFolder: string): Promise<never> => start(process, pageFolder);
