import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Home directory of tested programs: absent until written, removed with the run. */
export const NO_HOME = join(tmpdir(), 'gander-no-home');
