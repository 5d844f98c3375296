import { describe, expect, it } from 'vitest';
import { GoneError, SHORT_IN_A_ROW, Slice } from './slice.ts';

const next = (isShort = false): Promise<void> => new Slice({ isShort }).next();

describe('slices', () => {
  it('let work go on in the order in which it waits, short work first', async () => {
    const order: string[] = [];
    const wait = async (name: string, isShort: boolean): Promise<void> => {
      await next(isShort);
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

  it('run one per turn of the event loop, whoever waits', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (turns < 100) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(Array.from({ length: 5 }, () => next()));
    expect(turns).toBeGreaterThanOrEqual(4);
    turns = 100;
  });

  it('are not all for short work, however much of it there is', async () => {
    const LONG_TURNS = 3;
    let isFlooding = true;
    let shortTurns = 0;
    const flood = async (): Promise<void> => {
      while (isFlooding) {
        await next(true);
        shortTurns += 1;
        // Ends a test in which the long work gets no turn.
        if (shortTurns > 10 * LONG_TURNS * SHORT_IN_A_ROW) return;
      }
    };
    const before: number[] = [];
    const long = async (): Promise<void> => {
      for (let turn = 0; turn < LONG_TURNS; turn += 1) {
        await next();
        before.push(shortTurns);
      }
      isFlooding = false;
    };
    await Promise.all([long(), ...Array.from({ length: 20 }, flood)]);
    expect(before).toEqual([SHORT_IN_A_ROW, 2 * SHORT_IN_A_ROW, 3 * SHORT_IN_A_ROW]);
  });

  it('of short work that nobody waits behind do not count', async () => {
    for (let turn = 0; turn < 2 * SHORT_IN_A_ROW; turn += 1) await next(true);
    const order: string[] = [];
    const wait = (name: string, isShort: boolean) => next(isShort).then(() => order.push(name));
    await Promise.all([wait('long', false), wait('short', true)]);
    expect(order).toEqual(['short', 'long']);
  });

  it('end with a client that has disconnected', async () => {
    let isGone = false;
    const slice = new Slice({ isGone: () => isGone });
    await slice.next();
    isGone = true;
    await expect(slice.next()).rejects.toThrow(GoneError);
  });
});
