/** Tests of `npm run test:full` that differ from others in a detail. */
import { it } from 'vitest';
import { isInThisRun } from './full-run.ts';

export const itInFull: ReturnType<typeof it.runIf> = it.runIf(isInThisRun('tests that differ in a detail'));
