import { expect, it } from 'vitest';
import { createKeptRows } from './kept-rows.ts';

it('keeps rows of one look only', () => {
  const kept = createKeptRows();
  const [row, limits] = [{}, {}];
  const line = { characters: new Uint32Array(1), styles: new Uint16Array(1) };
  kept.of(['processes', true, limits, 80]).set(row, line);
  expect(kept.of(['processes', true, limits, 80]).get(row)).toBe(line);
  expect(kept.of(['processes', true, {}, 80]).has(row)).toBe(false);
  expect(kept.of(['processes', true, limits, 80]).has(row)).toBe(false);
});
