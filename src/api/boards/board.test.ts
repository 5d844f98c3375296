import { describe, expect, it } from 'vitest';
import { boardIn, boardText, isBoardName, MOST_TILES } from './board.ts';

const TILE = { series: 'cpu/total', size: 'wide' } as const;
const BOARD = { title: 'Kitchen', range: 21_600, tiles: [TILE] };

describe('a board', () => {
  it('is what its text says, with a line for each tile', () => {
    const board = { ...BOARD, tiles: [TILE, { series: 'fs//srv/"x"_percent', size: 'small' as const }] };
    const text = boardText(board);
    expect(text).toContain('\n    { "series": "cpu/total", "size": "wide" },\n');
    expect(boardIn(JSON.parse(text))).toEqual(board);
    expect(boardIn(JSON.parse(boardText({ ...BOARD, tiles: [] }))).tiles).toEqual([]);
  });

  it('has no other members, and no blanks around its title', () => {
    expect(boardIn({ ...BOARD, title: ' Kitchen ', extra: 1, tiles: [{ ...TILE, more: 2 }] })).toEqual(BOARD);
  });

  it.each<[wrong: object | null | string, says: string]>([
    [null, 'title'],
    ['text', 'title'],
    [{ ...BOARD, title: '  ' }, 'title'],
    [{ ...BOARD, title: 'two\nlines' }, 'title'],
    [{ ...BOARD, title: 'x'.repeat(81) }, 'title'],
    [{ ...BOARD, range: 5 }, 'range'],
    [{ ...BOARD, range: 300.5 }, 'range'],
    [{ ...BOARD, range: '0' }, 'range'],
    [{ ...BOARD, tiles: {} }, 'tiles'],
    [{ ...BOARD, tiles: [null] }, 'tiles'],
    [{ ...BOARD, tiles: [{ ...TILE, size: 'huge' }] }, 'tiles'],
    [{ ...BOARD, tiles: [{ ...TILE, series: 'cpu' }] }, 'tiles'],
    [{ ...BOARD, tiles: [{ ...TILE, series: 'cpu/\u0000' }] }, 'tiles'],
    [{ ...BOARD, tiles: Array.from({ length: MOST_TILES + 1 }, () => TILE) }, 'tiles'],
  ])('is not %j', (wrong, says) => {
    expect(() => boardIn(wrong)).toThrow(new RegExp(`^${says} must be`));
  });

  it.each(['../etc', 'a/b', '.hidden', '', 'Upper', 'a b', 'x'.repeat(41), '-x', 'a.json'])(
    'has not the name %j',
    (name) => expect(isBoardName(name)).toBe(false),
  );
});
