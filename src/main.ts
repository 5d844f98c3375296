/** The program. Everything is put together by what this calls. */
import { start } from './cli/start.ts';

await start(process);
