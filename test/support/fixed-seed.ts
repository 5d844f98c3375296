/** Setup of unit tests: property tests use a fixed seed, and in the full run other seeds and more cases. */
import { configureGlobal } from 'fast-check';
import { isFull, tries } from './full-run.ts';

if (!isFull) configureGlobal({ seed: 1, numRuns: tries(100) });
