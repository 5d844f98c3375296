/** Everything that plugins serve of the machines that we have is possible, and what is unknown has a reason. */
import { describe, expect, it } from 'vitest';
import { plugins } from '../../src/measure/plugins/index.ts';
import { isFull } from '../support/full-run.ts';
import { allMachines, playPlausibly } from '../support/plausible-machines.ts';

// Composed machines are judged where their readings are kept.
const known = allMachines().filter(({ name }) => !name.startsWith('composed/'));
/** In `npm test`, one test case in five; their readings are kept where all of them run. */
const machines = known.filter(({ plugin }, index) => isFull || plugin === null || index % 5 === 0);

describe('every plugin serves plausible values', () => {
  it.each(machines.map((machine) => [machine.name, machine] as const))('of %s', async (_, machine) => {
    const faults: string[] = [];
    let observed = 0;
    // Other plugins see hardly anything in the test case of one.
    const readers = machine.plugin === null || isFull ? plugins : [machine.plugin];
    for (const plugin of readers) {
      const played = await playPlausibly(plugin, machine);
      faults.push(...played.faults);
      observed += played.observed;
    }
    expect(faults).toEqual([]);
    expect(observed).toBe(readers.length * machine.steps.length);
  });
});
