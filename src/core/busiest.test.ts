import { inOneGo } from '../../test/support/in-one-go.ts';
import { expect, it } from 'vitest';
import { createBusiest, isQuiet, MOST_SERIES } from './busiest.ts';
import { gauge, text } from './fields.ts';
import { definePlugin } from './plugin.ts';
import { createShaper } from './shaper.ts';

/** A sample of items by how busy they are; the chosen ones. */
function sampled(busiest: ReturnType<typeof createBusiest>, amounts: readonly number[]): number[] {
  busiest.begin(amounts.length);
  const chosen = amounts.flatMap((amount, at) => {
    const isChosen = busiest.isChosen(String(at));
    busiest.note(String(at), amount);
    return isChosen ? [at] : [];
  });
  busiest.end();
  return chosen;
}

const PER_ITEM = MOST_SERIES / 2;

it('chooses all items of a short list', () => {
  const busiest = createBusiest(PER_ITEM);
  expect(sampled(busiest, [5, 0])).toEqual([0, 1]);
  expect(busiest.reason).toBeNull();
});

it('chooses the busiest of a long one, after the first ones at first', () => {
  const busiest = createBusiest(PER_ITEM);
  expect(sampled(busiest, [0, 7, 9, 0])).toEqual([0, 1]);
  expect(sampled(busiest, [0, 7, 9, 0])).toEqual([1, 2]);
  expect(busiest.reason).toBe('the 2 busiest of 4 items have history and metrics, the rest only values');
});

it('stays with those it has until another is much busier', () => {
  const busiest = createBusiest(PER_ITEM);
  sampled(busiest, [9, 9, 0]);
  sampled(busiest, [9, 9, 15]);
  expect(sampled(busiest, [9, 9, 30])).toEqual([0, 1]);
  expect(sampled(busiest, [9, 9, 30])).toEqual([0, 2]);
  expect(sampled(busiest, [1])).toEqual([0]);
});

it('of a long list are recorded, and the others marked', () => {
  const plugin = definePlugin({
    name: 'x',
    shape: 'list',
    key: 'name',
    description: 'Things.',
    fields: { name: text('Its name.'), n: gauge('number', 'How many.') },
    create: () => ({ read: () => [] }),
  });
  const shaper = createShaper(plugin, 10);
  const shaped = () => {
    const items = Array.from({ length: MOST_SERIES + 1 }, (_, at) => ({ name: String(at), n: at }));
    let recorded = 0;
    return {
      items: inOneGo(shaper.shape(items, 2, () => void (recorded += 1))) as object[],
      recorded: () => recorded,
    };
  };
  shaped();
  const { items, recorded } = shaped();
  expect([items.length, recorded()]).toEqual([MOST_SERIES + 1, MOST_SERIES]);
  expect(items.flatMap((item, at) => (isQuiet(item) ? [at] : []))).toEqual([0]);
  expect(shaper.reason).toContain(`the ${MOST_SERIES} busiest of ${MOST_SERIES + 1} items`);
});
