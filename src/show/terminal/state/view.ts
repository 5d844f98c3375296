/** The state of the screen that keys and the mouse change. */
import type { ExplanationPart, SeriesRange } from '../data-source/data-source.ts';
import type { TableName } from '../data-source/table-plugins.ts';
import type { TerminalSettings, Preferences } from './settings.ts';
import { newSurfaceView, type SurfaceView } from './surface.ts';

export interface ChartView {
  plugin: string;
  series: string;
  /** Milliseconds that the chart covers. */
  span: number;
  /** End of the covered time; null: now. */
  end: number | null;
  /** Column of the cursor from the right. */
  cursor: number;
}

/** Chart that was requested last. */
export interface AskedChart extends Omit<ChartView, 'cursor'> {
  readonly from: number;
  readonly to: number;
  /** When. */
  readonly at: number;
}

export type LoadedChart = SeriesRange & AskedChart;

/** An explanation that was asked for. */
export interface Why {
  readonly from: number;
  readonly to: number;
  /** Null: it is awaited. */
  parts: readonly ExplanationPart[] | null;
  /** Why there is no answer, as a part of a sentence. */
  problem: string | null;
}

export interface View extends SurfaceView {
  preferences: Preferences;
  table: TableName;
  tree: boolean;
  /** Process with extended statistics; null: none. */
  extended: number | null;
  chart: ChartView | null;
  /** Figures of charts are of what came after this; milliseconds since the epoch. */
  figuresFrom: number;
}

export const createView = (settings: TerminalSettings): View => ({
  ...newSurfaceView(),
  preferences: settings.preferences,
  table: settings.programs ? 'programs' : 'processes',
  sort: settings.sort,
  filter: settings.filter,
  tree: false,
  extended: null,
  chart: null,
  figuresFrom: -Infinity,
});
