/** Setup of unit tests: properties are tried with the same random values at each run, and with others, and more of them, in the full run. */
import { configureGlobal } from 'fast-check';
import { isFull, tries } from './full-run.ts';

if (!isFull) configureGlobal({ seed: 1, numRuns: tries(100) });
