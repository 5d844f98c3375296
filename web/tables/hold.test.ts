import { describe, expect, it } from 'vitest';
import { heldRows, rowsOf } from './hold.ts';

interface Item {
  id: number;
  value: string;
}
const item = (id: number, value = ''): Item => ({ id, value });
const keyOf = ({ id }: Item): number => id;

describe('held rows', () => {
  it('keep their places with new values', () => {
    const before = rowsOf([item(2), item(1)], keyOf);
    expect(heldRows(before, [item(1, 'a'), item(2, 'b')], keyOf)).toEqual(
      rowsOf([item(2, 'b'), item(1, 'a')], keyOf),
    );
  });

  it('end with what is new', () => {
    const before = rowsOf([item(2)], keyOf);
    const keys = heldRows(before, [item(9), item(2), item(3)], keyOf).map(({ key }) => key);
    expect(keys).toEqual([2, 9, 3]);
  });

  it('stay when they have ended, and come back', () => {
    const before = rowsOf([item(1, 'last'), item(2)], keyOf);
    const after = heldRows(before, [item(2)], keyOf);
    expect(after[0]).toEqual({ key: 1, item: item(1, 'last'), gone: true });
    expect(heldRows(after, [item(2)], keyOf)[0]).toBe(after[0]);
    expect(heldRows(after, [item(2), item(1, 'again')], keyOf)[0]).toEqual({
      key: 1,
      item: item(1, 'again'),
      gone: false,
    });
  });
});
