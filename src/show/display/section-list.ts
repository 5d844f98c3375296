/** Sections of the left column as data: what page and terminal show of a plugin, in which order, under which headings. */
import type { ServedMember, ValueOfPlugin } from '../../core/served.ts';
import type { Forecast } from '../../core/forecast.ts';
import type { DisplayFlags } from './action.ts';
import type { Phrase } from './language.ts';
import { type Level, worstOf } from './levels.ts';
import type { PluginName } from './snapshots.ts';
import type { Kind } from './units.ts';

/** Where a section gets its values from. */
export interface SectionSource {
  readonly preferences: DisplayFlags;
  latest<P extends PluginName>(plugin: P): ValueOfPlugin<P> | null;
  /** Of a value's colour. */
  level(plugin: string, field: string, item?: string): Level | null;
  /** True if the item does not answer: its values are the last ones read. */
  isStale(plugin: string, field: string, item: string): boolean;
  text(value: ServedMember, kind: Kind): string;
  forecasts(): readonly SectionForecast[];
  now(): number;
}

export type SectionForecast = Pick<Forecast, 'kind' | 'subject' | 'from' | 'to'> & {
  readonly sentence?: string;
};

export interface SectionCell {
  readonly value: ServedMember;
  /** Of a number; absent: a word. */
  readonly kind?: Kind;
  readonly level: Level | null;
  /** Series of a number, judged field of a word; absent: none. */
  readonly field?: string;
}

/** A remark beside a name. */
export interface SectionNote {
  readonly text: string;
  /** Where there is no room. */
  readonly short?: string;
  /** A value behind the text. */
  readonly cell?: SectionCell;
  /** Series with the forecast that it quotes. */
  readonly forecast?: string;
  /** In its tooltip. */
  readonly about?: string | undefined;
}

export interface SectionLine<T = unknown> {
  readonly one: T;
  /** Item of its series. */
  readonly id: string;
  readonly name: string;
  readonly level: Level | null;
  readonly notes?: readonly SectionNote[];
  /** One of each column; fewer take the room of all. */
  readonly cells: readonly SectionCell[];
  /** Cannot have values now. */
  readonly isOff?: boolean;
}

export interface SectionColumn {
  readonly heading: Phrase;
  /** Heading of a few cells; empty: the values tell; absent: `heading`. */
  readonly short?: Phrase | '';
}

export interface SectionList<T = unknown> {
  readonly columns: readonly SectionColumn[];
  readonly lines: readonly SectionLine<T>[];
}

/** Makes cells of an item: numbers of a series, and words about a judged field. */
export const cellsOf = ({ level }: SectionSource, plugin: PluginName, id?: string) => ({
  /** @param judged field that is judged in place of the series */
  number: (value: ServedMember, kind: Kind, field: string, judged = field): SectionCell => ({
    value,
    kind,
    field,
    level: level(plugin, judged, id),
  }),
  word: (value: string, field: string): SectionCell => ({ value, field, level: level(plugin, field, id) }),
});

/** Has the worst level of its cells, unless it has its own. */
export const lineOf = <T>(
  line: Omit<SectionLine<T>, 'level'> & Partial<Pick<SectionLine<T>, 'level'>>,
): SectionLine<T> => ({ level: worstOf(line.cells.map(({ level }) => level)), ...line });
