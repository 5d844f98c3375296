/** A number of a machine that is impossible stays one number: no plugin fails as a program or serves it as a fact. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../fuzz/random.ts';
import { isFull } from '../support/full-run.ts';
import {
  faultsOfMutation,
  fuzzable,
  mutationsOf,
  type Mutation,
  readersOf,
} from '../support/fuzzed-machine.ts';
import { allMachines } from '../support/plausible-machines.ts';

/** Mutations of a machine in `npm test`, and the most in the full run: test cases have fewer, of whole machines it is a sample. */
const [SAMPLE, MOST] = [4, 1000];
/** The most of a machine that differs from another in some files: there are dozens. */
const MOST_OF_CHANGES = 100;
/** The full run plays thousands of machines in one test. */
const FULL_MS = 600_000;
/** In `npm test`, one machine in this many. */
const ONE_IN = 14;

const machines = allMachines().filter(
  ({ name }, index) => isFull || (index % ONE_IN === 1 && name !== 'small-vm'),
);

describe('with one number that is odd', () => {
  it.each(machines.map((machine) => [machine.name, machine] as const))(
    '%s',
    async (_, machine) => {
      const readers = await readersOf(machine);
      const all = [...mutationsOf(machine, fuzzable(machine, readers))];
      const random = createRandom(all.length);
      const count = Math.min(all.length, isFull ? (machine.own === null ? MOST : MOST_OF_CHANGES) : SAMPLE);
      const chosen: Mutation[] =
        count === all.length ? all : Array.from({ length: count }, () => random.one(all));
      const faults: string[] = [];
      for (const mutation of chosen) {
        const found = await faultsOfMutation(machine, readers.get(mutation.path) ?? [], mutation);
        const { path, index, odd, place } = mutation;
        faults.push(...found.map((fault) => `${path}: number ${index} ${place} ${odd}: ${fault}`));
      }
      expect(faults).toEqual([]);
    },
    FULL_MS,
  );
});
