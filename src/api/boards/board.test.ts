import { describe, expect, it } from 'vitest';
import { isOf, problemIn } from '../../core/shape-check.ts';
import { BOARD_CONTENT, boardText, cleanBoard, isBoardName } from './board.ts';

const TILE = { series: 'cpu/total', size: 'wide' } as const;
const BOARD = { title: 'Kitchen', range: 21_600, tiles: [TILE] };

describe('a board', () => {
  it('is what its text says, with a line for each tile', () => {
    const board = { ...BOARD, tiles: [TILE, { series: 'fs//srv/"x"_percent', size: 'small' as const }] };
    const text = boardText(board);
    expect(text).toContain('\n    { "series": "cpu/total", "size": "wide" },\n');
    expect(JSON.parse(text)).toEqual(board);
    expect(isOf(BOARD_CONTENT, JSON.parse(boardText({ ...BOARD, tiles: [] })))).toBe(true);
  });

  it('has no other members, and no blanks around its title', () => {
    const given = { ...BOARD, title: ' Kitchen ', extra: 1, tiles: [{ ...TILE, more: 2 }] };
    expect([isOf(BOARD_CONTENT, given), cleanBoard(given)]).toEqual([true, BOARD]);
  });

  it.each<[wrong: object | null | string, says: string]>([
    [null, 'The value'],
    ['text', 'The value'],
    [{ ...BOARD, title: '  ' }, 'title'],
    [{ ...BOARD, title: 'two\nlines' }, 'title'],
    [{ ...BOARD, title: 'x'.repeat(81) }, 'title'],
    [{ ...BOARD, range: 5 }, 'range'],
    [{ ...BOARD, range: 300.5 }, 'range'],
    [{ ...BOARD, range: '0' }, 'range'],
    [{ ...BOARD, tiles: {} }, 'tiles'],
    [{ ...BOARD, tiles: [null] }, 'tiles[0]'],
    [{ ...BOARD, tiles: [{ ...TILE, size: 'huge' }] }, 'tiles[0].size'],
    [{ ...BOARD, tiles: [{ ...TILE, series: 'cpu' }] }, 'tiles[0].series'],
    [{ ...BOARD, tiles: [{ ...TILE, series: 'cpu/\u0000' }] }, 'tiles[0].series'],
    [{ ...BOARD, tiles: Array.from({ length: 61 }, () => TILE) }, 'tiles'],
  ])('is not %j', (wrong, says) => {
    expect(problemIn(BOARD_CONTENT, wrong)?.split(' must be ')[0]).toBe(says);
  });

  it.each(['../etc', 'a/b', '.hidden', '', 'Upper', 'a b', 'x'.repeat(41), '-x', 'a.json'])(
    'has not the name %j',
    (name) => expect(isBoardName(name)).toBe(false),
  );
});
