import { describe, expect, it } from 'vitest';
import { GoneError, SHORT_IN_A_ROW, TimeSlicer } from './time-slicer.ts';

describe('time slicer', () => {
  it('let work go on in the order in which it waits, short work first', async () => {
    const slicer = new TimeSlicer();
    const order: string[] = [];
    const wait = async (name: string, isShort: boolean): Promise<void> => {
      await slicer.begin(2, isShort).next();
      order.push(name);
    };
    await Promise.all([
      wait('long', false),
      wait('longer', false),
      wait('short', true),
      wait('also short', true),
    ]);
    expect(order).toEqual(['short', 'also short', 'long', 'longer']);
  });

  it('are not all for short work, however much of it there is', async () => {
    const slicer = new TimeSlicer();
    const LONG_TURNS = 3;
    let isFlooding = true;
    let shortTurns = 0;
    const flood = async (): Promise<void> => {
      while (isFlooding) {
        await slicer.wait(true);
        shortTurns += 1;
        // Ends a test in which the long work gets no turn.
        if (shortTurns > 10 * LONG_TURNS * SHORT_IN_A_ROW) return;
      }
    };
    const before: number[] = [];
    const long = async (): Promise<void> => {
      for (let turn = 0; turn < LONG_TURNS; turn += 1) {
        await slicer.wait();
        before.push(shortTurns);
      }
      isFlooding = false;
    };
    await Promise.all([long(), ...Array.from({ length: 20 }, flood)]);
    expect(before).toEqual([SHORT_IN_A_ROW, 2 * SHORT_IN_A_ROW, 3 * SHORT_IN_A_ROW]);
  });

  it('of short work that nobody waits behind do not count', async () => {
    const slicer = new TimeSlicer();
    for (let turn = 0; turn < 2 * SHORT_IN_A_ROW; turn += 1) await slicer.wait(true);
    const order: string[] = [];
    const wait = (name: string, isShort: boolean) => slicer.wait(isShort).then(() => order.push(name));
    await Promise.all([wait('long', false), wait('short', true)]);
    expect(order).toEqual(['short', 'long']);
  });
});

describe('a slice', () => {
  it('ends the work of a client that has disconnected', async () => {
    let isGone = false;
    const slice = new TimeSlicer().begin(2, false, () => isGone);
    await slice.next();
    isGone = true;
    await expect(slice.next()).rejects.toThrow(GoneError);
  });
});
