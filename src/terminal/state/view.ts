/** The state of the screen that keys and the mouse change. */
import type { SeriesPoints } from '../subject/subject.ts';
import type { TerminalSettings, Preferences } from './settings.ts';
import { newSurfaceView, type SurfaceView } from './surface.ts';

export type TableName = 'processes' | 'programs' | 'containers' | 'vms';

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

export interface View extends SurfaceView {
  preferences: Preferences;
  table: TableName;
  tree: boolean;
  /** Process with extended statistics; null: none. */
  extended: number | null;
  chart: ChartView | null;
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
});
