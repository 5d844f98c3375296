/** The state of the screen that keys and the mouse change. */
import type { SeriesPoints } from '../subject/subject.ts';
import type { TerminalSettings, Preferences } from './settings.ts';

export type TableName = 'processes' | 'programs' | 'containers' | 'vms';

/** A line that is being typed. */
export interface Prompt {
  readonly label: string;
  text: string;
  /** With every change; the text may be half of what is meant. */
  onChange?(text: string): void;
  onDone(text: string): void;
  onCancel?(): void;
}

/** A question that a key answers. */
export interface Question {
  readonly text: string;
  /** By key; any other key means no. */
  readonly answers: Readonly<Record<string, () => void>>;
}

export interface ChartView {
  plugin: string;
  series: string;
  /** Milliseconds that the chart covers. */
  span: number;
  /** The end of it; null: now. */
  end: number | null;
  /** Column of the cursor from the right; null: none. */
  cursor: number;
}

/** Points of a chart, with the time they were asked for. */
export interface LoadedChart extends SeriesPoints {
  readonly plugin: string;
  readonly series: string;
  readonly from: number;
  readonly to: number;
}

export interface View {
  preferences: Preferences;
  table: TableName;
  /** Column key; null: by what is scarce. */
  sort: string | null;
  isReversed: boolean;
  filter: string;
  tree: boolean;
  /** Row under the cursor, from the first of the table. */
  selected: number;
  /** First row that is shown. */
  top: number;
  /** Key of the row that the cursor stays with; null: it stays in its place. */
  followed: string | null;
  /** Process with extended statistics; null: none. */
  extended: number | null;
  overlay: 'none' | 'help' | 'alerts';
  /** First line of the overlay. */
  overlayTop: number;
  chart: ChartView | null;
  prompt: Prompt | null;
  question: Question | null;
  /** The latest thing to say, until the next key. */
  message: string;
}

export const createView = (settings: TerminalSettings): View => ({
  preferences: settings.preferences,
  table: settings.programs ? 'programs' : 'processes',
  sort: settings.sort,
  isReversed: false,
  filter: settings.filter,
  tree: false,
  selected: 0,
  top: 0,
  followed: null,
  extended: null,
  overlay: 'none',
  overlayTop: 0,
  chart: null,
  prompt: null,
  question: null,
  message: '',
});
