import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('lets work go on in the order in which it waits, short work first', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const wait = async (name: string, isShort: boolean): Promise<void> => {
    await turns.begin(2, isShort).next();
    order.push(name);
  };
  await Promise.all([wait('long', false), wait('longer', false), wait('short', true)]);
  expect(order).toEqual(['short', 'long', 'longer']);
});
