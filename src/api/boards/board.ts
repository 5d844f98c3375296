/** Boards: numbers that users have put together under a name. They are text that people read, share and keep in version control. */
import { withoutBidi } from '../../show/display/printable.ts';

declare module '../../http/route/page-settings.ts' {
  interface PageSettings {
    /** `/api/boards` provides boards. */
    hasBoards?: true;
  }
}

export const TILE_SIZES = ['small', 'wide'] as const;

export interface Tile {
  /** Id of a series: `cpu/total`. */
  readonly series: string;
  readonly size: (typeof TILE_SIZES)[number];
}

export interface BoardContent {
  readonly title: string;
  /** Length of its charts in seconds; 0: the last minutes, live. */
  readonly range: number;
  readonly tiles: readonly Tile[];
}

export interface Board extends BoardContent {
  /** Of the file. */
  readonly name: string;
}

export const MOST_BOARDS = 50;
export const MOST_TILES = 60;
export const LONGEST_TITLE = 80;
const LONGEST_NAME = 40;
const LONGEST_SERIES = 300;
/** Seconds. */
export const RANGE = { least: 300, most: 366 * 86_400 } as const;

const NAME = /^[a-z0-9][a-z0-9_-]*$/;
const SERIES = /^\w+\/./;
const CONTROL = /\p{Cc}/u;

/** It names a file, so it is neither a path nor hidden. */
export const isBoardName = (name: string): boolean => name.length <= LONGEST_NAME && NAME.test(name);
export const NAME_WORDS = `lower-case letters, digits, - and _, at most ${LONGEST_NAME}`;

/** Checks what a user or a file says. Throws a `TypeError` that names what is wrong. */
export function boardIn(value: unknown): BoardContent {
  const { title, range, tiles } = (value ?? {}) as Partial<Record<keyof BoardContent, unknown>>;
  const plain = typeof title === 'string' ? withoutBidi(title).trim() : '';
  if (!isLine(plain, LONGEST_TITLE))
    throw new TypeError(`title must be one line of at most ${LONGEST_TITLE} characters`);
  if (typeof range !== 'number' || !Number.isInteger(range) || !isRange(range))
    throw new TypeError(`range must be 0, or ${RANGE.least} to ${RANGE.most} seconds`);
  if (!Array.isArray(tiles) || tiles.length > MOST_TILES || !tiles.every(isTile))
    throw new TypeError(
      `tiles must be a list of at most ${MOST_TILES}, each with a series such as cpu/total and a size (${TILE_SIZES.join(', ')})`,
    );
  return { title: plain, range, tiles: tiles.map(({ series, size }) => ({ series, size })) };
}

const isRange = (seconds: number): boolean =>
  seconds === 0 || (seconds >= RANGE.least && seconds <= RANGE.most);

const isLine = (text: string, most: number): boolean =>
  text !== '' && text.length <= most && !CONTROL.test(text);

function isTile(value: unknown): value is Tile {
  const { series, size } = (value ?? {}) as Partial<Record<keyof Tile, unknown>>;
  const isSeries = typeof series === 'string' && SERIES.test(series) && isLine(series, LONGEST_SERIES);
  return isSeries && TILE_SIZES.some((one) => one === size);
}

/** JSON with a line for each tile, so that a difference shows what has changed. */
export function boardText({ title, range, tiles }: BoardContent): string {
  const rows = tiles.map(
    ({ series, size }) => `\n    { "series": ${JSON.stringify(series)}, "size": "${size}" }`,
  );
  const list = rows.length === 0 ? '[]' : `[${rows.join(',')}\n  ]`;
  return `{\n  "title": ${JSON.stringify(title)},\n  "range": ${range},\n  "tiles": ${list}\n}\n`;
}
