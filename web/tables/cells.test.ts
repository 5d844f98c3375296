import { describe, expect, it } from 'vitest';
import { cellsOf, sameAs, useCells } from './cells.ts';
import type { Column } from './column.ts';

interface Item {
  name: string | null;
  share: number | null;
}

const columns: Column<Item>[] = [
  {
    key: 'share',
    heading: 'Use',
    hint: 'Name',
    width: 60,
    align: 'right',
    keep: 0,
    text: ({ share }) => (share === null ? null : { digits: String(share), unit: '%' }),
    bar: ({ share }) => (share === null ? null : share / 100),
    level: ({ share }) => (share !== null && share > 90 ? 'critical' : null),
    isZero: ({ share }) => share === 0,
  },
  {
    key: 'name',
    heading: 'Name',
    hint: 'Name',
    width: 'rest',
    keep: 0,
    text: ({ name }) => name,
    title: ({ name }) => name ?? '',
    sub: () => 'second line',
  },
];
const cells = (item: Item, hasSub = false) => cellsOf(columns, item, hasSub).list;

describe('cells', () => {
  it('say what columns declare', () => {
    const [share, name] = cells({ name: 'a\nb', share: 95 });
    expect(share).toMatchObject({ text: '95', unit: '%', level: 'critical', bar: 95 });
    expect(share?.classes).toContain('is-critical');
    expect(name).toMatchObject({ text: 'a␊b', title: 'a␊b', sub: '' });
  });

  it('say the reason of a level in a line of its own, and nothing twice', () => {
    const titleOf = (title: string, why: string) =>
      cellsOf(
        [{ ...(columns[0] as Column<Item>), title: () => title, why: () => why }],
        {
          name: '',
          share: 95,
        },
        false,
      ).list[0]?.title;
    expect(titleOf('of one core\n', 'Critical: 95 %')).toBe('Critical: 95 %\nof one core␊');
    expect(titleOf('zombie', 'Critical: zombie')).toBe('Critical: zombie');
    expect(titleOf('', 'Critical: 95 %')).toBe('Critical: 95 %');
  });

  it('give numbers a minus, and leave words alone', () => {
    const [share, name] = cells({ name: '-5', share: -5 });
    expect([share?.text, name?.text]).toEqual(['−5', '-5']);
  });

  it('show a dash for nothing', () => {
    const [share, name] = cells({ name: null, share: null }, true);
    expect(share).toMatchObject({ text: '–', unit: '', bar: 0, level: null });
    expect(name).toMatchObject({ text: '–', title: undefined, sub: 'second line' });
  });

  it('are plain where they hold a text and its unit at most', () => {
    expect(cells({ name: 'a', share: 5 }).map(({ isPlain }) => isPlain)).toEqual([true, true]);
    expect(cells({ name: 'a', share: 95 }).map(({ isPlain }) => isPlain)).toEqual([false, true]);
    expect(cells({ name: 'a', share: 5 }, true).map(({ isPlain }) => isPlain)).toEqual([false, false]);
    expect(cells({ name: 'a', share: 5 })[0]?.classes).toMatch(/^cell right +micro plain$/);
  });

  it('leave the unit of a nought away, but not its room', () => {
    expect(cells({ name: '', share: 0 })[0]).toMatchObject({ text: '0', unit: ' ' });
  });

  it('that look as before are the same objects, and all of them together too', () => {
    const of = (item: Item, hasSub = false) => cellsOf(columns, item, hasSub);
    const before = of({ name: 'a', share: 5 });
    expect(sameAs(before, of({ name: 'a', share: 5 }))).toBe(before);
    const after = sameAs(before, of({ name: 'b', share: 5 }));
    expect(after).not.toBe(before);
    expect([after.list[0] === before.list[0], after.list[1] === before.list[1]]).toEqual([true, false]);
    expect(sameAs(before, of({ name: 'a', share: 5 }, true))).not.toBe(before);
    expect(sameAs(before, cellsOf(columns.slice(1), { name: 'a', share: 5 }, false)).list).toHaveLength(1);
  });

  it('are those of the place where a row is shown, as far as they look the same there', () => {
    const { cellsIn } = useCells<Item>();
    const look = { columns, hasSub: false, isPure: true };
    const row = (name: string, share: number) => ({ key: name, item: { name, share }, gone: false });
    const [one, other] = [row('a', 5), row('b', 5)];
    const before = cellsIn(
      [
        { row: one, key: 'at 0' },
        { row: other, key: 'at 1' },
      ],
      look,
    );
    const after = cellsIn(
      [
        { row: other, key: 'at 0' },
        { row: one, key: 'at 1' },
      ],
      look,
    );
    expect(after.map(({ cells: { list } }) => list[1]?.text)).toEqual(['b', 'a']);
    expect(after.map(({ cells: { list } }, at) => list[0] === before[at]?.cells.list[0])).toEqual([
      true,
      true,
    ]);
  });

  it.each([
    [250, 100],
    [-5, 0],
    [Number.NaN, 0],
    [33.333, 33.3],
  ])('have bars within bounds: %s', (share, expected) => {
    expect(cells({ name: '', share })[0]?.bar).toBe(expected);
  });
});
