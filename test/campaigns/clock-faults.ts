/** Changes of the clock: while a notification waits, while an event is ongoing, and before a start. */
import { expect, vi } from 'vitest';
import { type FaultBench, PATIENCE } from './fault-bench.ts';

/** By less than a flush, by an hour file, beyond the age of what waits. */
const STEPS = [-100, -5, -0.01, 0.01, 5, 100];

/** A notification waits while the clock is set there and back: it comes, once. */
async function whileOneWaits(bench: FaultBench, hours: number): Promise<void> {
  const { hook, check } = bench;
  const before = hook.told('LOAD').length;
  const refused = hook.refused;
  hook.isClosed = true;
  await bench.alertOfLoad(true);
  await vi.waitFor(() => expect(hook.refused).toBeGreaterThan(refused), PATIENCE);
  await bench.setClock(hours);
  await check(`a clock that is ${hours} hours off`);
  hook.isClosed = false;
  await vi.waitFor(() => expect(hook.told('LOAD').slice(before)).toEqual(['begin']), PATIENCE);
  await bench.setClock(0);
  await check('a clock that was set back');
  await bench.alertOfLoad(false);
  await vi.waitFor(() => expect(hook.told('LOAD').slice(before)).toEqual(['begin', 'end']), PATIENCE);
}

/** As on a machine without a battery: the agent starts before its clock is right. */
async function whileItStarts(bench: FaultBench, hours: number): Promise<void> {
  await bench.setClock(hours);
  await bench.restart('SIGKILL');
  await bench.check(`a start with a clock that is ${hours} hours off`);
  await bench.setClock(0);
}

const faultsOf = (
  what: string,
  steps: readonly number[],
  fault: (bench: FaultBench, hours: number) => Promise<void>,
) =>
  steps.map((hours) => [
    `${what}, ${hours} hours off`,
    async (bench: FaultBench): Promise<void> => {
      if (await bench.setClock(0)) return fault(bench, hours);
      console.warn(`skipped: a clock ${what} (needs faketime)`);
    },
  ]);

export const clockFaults: Readonly<Record<string, (bench: FaultBench) => Promise<void>>> = Object.fromEntries(
  [
    ...faultsOf('a clock that is set while a notification waits', STEPS, whileOneWaits),
    ...faultsOf('kill -9 and a start with a clock', STEPS, whileItStarts),
  ],
);
