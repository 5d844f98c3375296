import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Home directory of programs under test: absent until one of them writes there, and removed with the run. */
export const NO_HOME = join(tmpdir(), 'gander-no-home');
