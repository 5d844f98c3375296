import { nextTick, shallowRef } from 'vue';
import { describe, expect, it } from 'vitest';
import { steady, steadyOrder } from './steady.ts';

describe('the busiest', () => {
  it('stays until another is clearly busier', async () => {
    const items = shallowRef([
      { id: 'a', rate: 10 },
      { id: 'b', rate: 8 },
    ]);
    const busiest = steady(
      () => items.value,
      ({ id }) => id,
      ({ rate }) => rate,
    );
    const after = async (a: number, b: number): Promise<string | undefined> => {
      items.value = [
        { id: 'a', rate: a },
        { id: 'b', rate: b },
      ];
      await nextTick();
      return busiest.value?.id;
    };
    expect(busiest.value?.id).toBe('a');
    expect(await after(10, 13)).toBe('a');
    expect(await after(0, 50)).toBe('b');
    items.value = [];
    await nextTick();
    expect(busiest.value).toBe(null);
  });
});

it('the first of an order stay until another is clearly busier', async () => {
  const rates = shallowRef([9, 8, 1]);
  const order = steadyOrder(
    () => rates.value.map((rate, id) => ({ id: String(id), rate })),
    ({ id }) => id,
    ({ rate }) => rate,
    2,
  );
  const after = async (...next: number[]): Promise<string> => {
    rates.value = next;
    await nextTick();
    return order.value.map(({ id }) => id).join('');
  };
  expect(order.value.map(({ id }) => id).join('')).toBe('012');
  expect(await after(9, 8, 20)).toBe('012');
  expect(await after(9, 8, 40)).toBe('201');
});

it('what comes back has the place of its past', async () => {
  const items = shallowRef([
    { id: 'a', rate: 100 },
    { id: 'b', rate: 20 },
  ]);
  const order = steadyOrder(
    () => items.value,
    ({ id }) => id,
    ({ rate }) => rate,
    2,
  );
  const after = async (...next: [id: string, rate: number][]): Promise<string> => {
    items.value = next.map(([id, rate]) => ({ id, rate }));
    await nextTick();
    return order.value.map(({ id }) => id).join('');
  };
  expect(await after(['b', 20], ['c', 10])).toBe('bc');
  expect(await after(['b', 20], ['a', 10])).toBe('ab');
});
