/** Everything that is needed to draw: the machine, the state of the screen, ways to write values. */
import { type Level, colourOf } from '../../display/levels.ts';
import type { FormattedValue } from '../../display/digits.ts';
import type { GlyphSet } from '../screen/glyph-set.ts';
import type { Region } from '../screen/region.ts';
import { type Style, styleOf } from '../screen/style.ts';
import type { DataSource } from '../data-source/data-source.ts';
import { createFiltering } from './filtering.ts';
import { createKeptRows } from './kept-rows.ts';
import type { TerminalSettings } from './settings.ts';
import { createWriter, type Surface, type Writer } from './surface.ts';
import type { AskedChart, LoadedChart, View, Why } from './view.ts';
import type { Process } from '../../display/snapshots.ts';
import { hasHistory } from '../../../core/fields.ts';
import { fieldsOf, type Plugin } from '../../../core/plugin.ts';
import { columnsOf, type DeclaredColumn } from '../../display/declared.ts';
import type { LevelVerdict } from '../../../measure/levels/judge.ts';
import { notableAmong, type ShownVerdict, shownVerdict } from '../../../measure/levels/series.ts';
import { fieldKey, verdictsByField } from '../../display/verdicts.ts';

export interface Ui extends Surface, Writer, Levels {
  readonly source: DataSource;
  readonly view: View;
  readonly settings: TerminalSettings;
  /** Values of a plugin without its own section. */
  readonly declared: DeclaredColumns;
  readonly trail: CpuTrail;
  /** Cells across the chart that was drawn last. */
  chartColumns: number;
  asked: AskedChart | null;
  /** Points of the open chart; null until there are some. */
  loaded: LoadedChart | null;
  /** Last requested explanation; null if there is none. */
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

/** Returns the look of a value of this level; normal values look as usual. */
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

/** Enough for the widest graph: two a cell. */
const MOST = 128;

interface CpuTrail {
  /**
   * Values so far, newest last; restarts for another process.
   * @param rows its list: a redraw with the same list adds no value
   */
  of(rows: readonly Process[], process: Process): readonly number[];
}

export function createCpuTrail(): CpuTrail {
  let pid: number | null = null;
  let last: readonly Process[] | null = null;
  let values: readonly number[] = [];
  return {
    of(rows, process) {
      if (process.pid !== pid) [pid, last, values] = [process.pid, null, []];
      if (rows !== last) values = [...values, process.cpu_percent ?? Number.NaN].slice(-MOST);
      last = rows;
      return values;
    },
  };
}

type DeclaredColumns = (plugin: Plugin) => readonly DeclaredColumn[];

function createDeclaredColumns(): DeclaredColumns {
  const known = new WeakMap<Plugin, readonly DeclaredColumn[]>();
  return (plugin) => {
    const columns = known.get(plugin) ?? declaredBy(plugin);
    known.set(plugin, columns);
    return columns;
  };
}

const declaredBy = (plugin: Plugin): DeclaredColumn[] =>
  columnsOf({
    name: plugin.name,
    key: plugin.shape === 'list' ? plugin.key : null,
    fields: Object.fromEntries(
      Object.entries(fieldsOf(plugin)).map(([name, field]) => [
        name,
        { ...field, history: hasHistory(field) },
      ]),
    ),
  });

interface Levels {
  /** Of a value's colour. */
  level(plugin: string, field: string, item?: string): Level | null;
  /** True if the item does not answer: its values are the last ones read. */
  isStale(plugin: string, field: string, item?: string): boolean;
}

/** Notable verdicts by item and field. */
type Known = ReadonlyMap<string, ShownVerdict>;

function createLevels({ judge, quiet }: Pick<DataSource, 'judge' | 'quiet'>): Levels {
  const known = new WeakMap<readonly LevelVerdict[], Known>();
  const verdictOf = (plugin: string, field: string, item?: string): ShownVerdict | undefined => {
    const verdicts = judge(plugin);
    if (!known.has(verdicts)) known.set(verdicts, verdictsByField(notableAmong(verdicts).map(shownVerdict)));
    return known.get(verdicts)?.get(fieldKey(item, field));
  };
  return {
    level(...value) {
      const verdict = verdictOf(...value);
      return verdict === undefined ? null : colourOf(verdict, quiet());
    },
    isStale: (...value) => verdictOf(...value)?.isStale === true,
  };
}
