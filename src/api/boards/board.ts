/** Boards: numbers that users have put together under a name. They are text that people read, share and keep in version control. */
import { closed, integer, listOf, oneOf, text, type TypeOf, where } from '../../core/shape.ts';
import { withoutBidi } from '../../show/display/printable.ts';

declare module '../../http/route/page-settings.ts' {
  interface PageSettings {
    /** `/api/boards` provides boards. */
    hasBoards?: true;
  }
}

const TILE_SIZES = ['small', 'wide'] as const;

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

const isLine = (line: string, most: number): boolean =>
  line !== '' && line.length <= most && !CONTROL.test(line);

/** Without what reorders the text around it. */
const titleOf = (title: string): string => withoutBidi(title).trim();

const TILE = closed('A number.', {
  series: where(
    text('Id of its series, as in `/api/history/series`: `cpu/total`.'),
    'the id of a series, such as cpu/total',
    (series) => SERIES.test(series) && isLine(series, LONGEST_SERIES),
  ),
  size: oneOf(TILE_SIZES, 'Size of its tile.'),
});
export type Tile = TypeOf<typeof TILE>;
const CONTENT = {
  title: where(text('Title.'), `one line of at most ${LONGEST_TITLE} characters`, (title) =>
    isLine(titleOf(title), LONGEST_TITLE),
  ),
  range: where(
    integer('Length of its charts in seconds; 0: the last minutes, live.'),
    `0, or ${RANGE.least} to ${RANGE.most} seconds`,
    (seconds) => seconds === 0 || (seconds >= RANGE.least && seconds <= RANGE.most),
  ),
  tiles: listOf(TILE, { maxItems: MOST_TILES, description: 'In the order in which they are shown.' }),
};
export const BOARD_CONTENT = closed('The board.', CONTENT);
export type BoardContent = TypeOf<typeof BOARD_CONTENT>;
export const BOARD = closed('A board.', { name: text('Name of its file.'), ...CONTENT });
export type Board = TypeOf<typeof BOARD>;

/** Only the declared members. */
export const cleanBoard = ({ title, range, tiles }: BoardContent): BoardContent => ({
  title: titleOf(title),
  range,
  tiles: tiles.map(({ series, size }) => ({ series, size })),
});

/** JSON with a line for each tile, so that a difference shows what has changed. */
export function boardText({ title, range, tiles }: BoardContent): string {
  const rows = tiles.map(
    ({ series, size }) => `\n    { "series": ${JSON.stringify(series)}, "size": "${size}" }`,
  );
  const list = rows.length === 0 ? '[]' : `[${rows.join(',')}\n  ]`;
  return `{\n  "title": ${JSON.stringify(title)},\n  "range": ${range},\n  "tiles": ${list}\n}\n`;
}
