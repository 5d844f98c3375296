/** Characters that a terminal can draw: all, or ASCII only. */

export interface GlyphSet {
  readonly isUnicode: boolean;
  readonly ellipsis: string;
  /** Shades of a value, from nothing to all. */
  readonly levels: string;
  /** Filled and empty part of a bar. */
  readonly bar: readonly [full: string, empty: string];
  readonly marks: Readonly<Record<'careful' | 'warning' | 'critical', string>>;
  readonly down: string;
  readonly up: string;
  readonly line: string;
  /** Before the last child of a process, before others, beside them. */
  readonly tree: readonly [last: string, other: string, beside: string];
  readonly sorted: readonly [ascending: string, descending: string];
  readonly dash: string;
}

export const UNICODE: GlyphSet = {
  isUnicode: true,
  ellipsis: '…',
  levels: ' ▁▂▃▄▅▆▇█',
  bar: ['━', '━'],
  marks: { careful: '○', warning: '▲', critical: '◆' },
  down: '↓',
  up: '↑',
  line: '─',
  tree: ['└─', '├─', '│ '],
  sorted: ['▴', '▾'],
  dash: '–',
};

/** For the console of the kernel, for locales that are not UTF-8, and for `--disable-unicode`. */
export const ASCII: GlyphSet = {
  isUnicode: false,
  ellipsis: '~',
  levels: ' .:-=+*#@',
  bar: ['#', '.'],
  marks: { careful: 'o', warning: '!', critical: 'X' },
  down: 'v',
  up: '^',
  line: '-',
  tree: ['`-', '|-', '| '],
  sorted: ['^', 'v'],
  dash: '-',
};

/** Values that a sparkline of so many cells shows: braille has two columns a cell. */
export const sparklineValues = (width: number, { isUnicode }: GlyphSet): number =>
  isUnicode ? width * 2 : width;
