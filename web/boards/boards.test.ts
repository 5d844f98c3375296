import { expect, it } from 'vitest';
import { movedTile, nameFor, withSeries } from './boards.ts';

it.each([
  ['Web shop', [], 'web-shop'],
  ['Web  shop!', ['web-shop'], 'web-shop-2'],
  ['Küche', [], 'kuche'],
  ['監視', [], 'board'],
  ['監視', ['board', 'board-2'], 'board-3'],
  ['../../etc/passwd', [], 'etc-passwd'],
  ['x'.repeat(80), ['x'.repeat(36)], `${'x'.repeat(36)}-2`],
])('names the file of %j beside %j', (title, taken, name) => {
  expect(nameFor(title, taken)).toBe(name);
});

it('adds each series once', () => {
  const tiles = [{ series: 'cpu/total', size: 'wide' as const }];
  expect(withSeries({ tiles }, ['cpu/total', 'mem/percent'])).toEqual([
    ...tiles,
    { series: 'mem/percent', size: 'small' },
  ]);
});

it.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 2, 'acb'],
  [1, 1, 'abc'],
])('moves the tile at %i to %i: %s', (from, to, order) => {
  const tiles = [...'abc'].map((series) => ({ series, size: 'small' as const }));
  expect(
    movedTile(tiles, from, to)
      .map(({ series }) => series)
      .join(''),
  ).toBe(order);
});
