/** Everything that is needed to draw: the machine, the state of the screen, ways to write values. */
import type { Level } from '../../display/levels.ts';
import type { FormattedValue } from '../../display/digits.ts';
import type { GlyphSet } from '../screen/glyph-set.ts';
import type { Region } from '../screen/region.ts';
import { type Style, styleOf } from '../screen/style.ts';
import type { DataSource } from '../data-source/data-source.ts';
import { createDeclaredColumns, type DeclaredColumns } from './declared-columns.ts';
import { type CpuTrail, createCpuTrail } from './cpu-trail.ts';
import { createFiltering } from './filtering.ts';
import { createKeptRows } from './kept-rows.ts';
import { createLevels, type Levels } from './levels-of.ts';
import type { TerminalSettings } from './settings.ts';
import { createWriter, type Surface, type Writer } from './surface.ts';
import type { AskedChart, LoadedChart, View, Why } from './view.ts';

export interface Ui extends Surface, Writer, Levels {
  readonly source: DataSource;
  readonly view: View;
  readonly settings: TerminalSettings;
  /** The values of a plugin that has no section itself. */
  readonly declared: DeclaredColumns;
  readonly trail: CpuTrail;
  /** Cells across the chart that was drawn last. */
  chartColumns: number;
  asked: AskedChart | null;
  /** Points of the open chart; null until there are some. */
  loaded: LoadedChart | null;
  /** What was asked last; null: nothing was. */
  why: Why | null;
}

export function createUi(source: DataSource, view: View, settings: TerminalSettings, glyphs: GlyphSet): Ui {
  return {
    source,
    view,
    settings,
    glyphs,
    ...createLevels(source),
    declared: createDeclaredColumns(),
    kept: createKeptRows(),
    filtering: createFiltering(),
    targets: [],
    trail: createCpuTrail(),
    chartColumns: 1,
    asked: null,
    loaded: null,
    why: null,
    ...createWriter(view.preferences, glyphs),
  };
}

export const TEXT = styleOf('text');
export const DIM = styleOf('dim');
export const FAINT = styleOf('faint');
export const BOLD = styleOf('text', { bold: true });
export const TITLE = styleOf('dim', { bold: true });
export const ACCENT = styleOf('accent');

/** The look of a value of this level; what is well looks as usual. */
export const levelStyle = (level: Level | null, usual: Style = TEXT): Style =>
  level === null ? usual : styleOf(level, { bold: level !== 'careful' });

/** Writes digits and unit so that they end before column `end`; the unit in a lighter tone. Returns the first column. */
export function valueRight(
  region: Region,
  end: number,
  y: number,
  { digits, unit }: FormattedValue,
  style: Style = TEXT,
): number {
  const start = unit === '' ? end : region.right(end, y, unit, style === TEXT ? FAINT : style) - 1;
  return region.right(start, y, digits, style);
}
