/** The program. Everything is put together by what this calls. */
import { fileURLToPath } from 'node:url';
import { start } from './app/start.ts';

/** The page is built beside the program. */
const pageFolder = fileURLToPath(new URL('web', import.meta.url));

await start(process, pageFolder);
