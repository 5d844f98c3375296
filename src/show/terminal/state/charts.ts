/** The chart of one number: which, over what time, where the cursor is. */
import { sparklineValues } from '../screen/glyph-set.ts';
import type { Ui } from './ui.ts';
import type { ChartView } from './view.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Times that a chart may cover. */
export const SPANS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  3 * DAY_MS,
  7 * DAY_MS,
  30 * DAY_MS,
  90 * DAY_MS,
  365 * DAY_MS,
];
const FIRST_SPAN_MS = 10 * MINUTE_MS;

/** Opens the chart of a series; the same again closes it. */
export function openChart({ view }: Ui, plugin: string, series: string): void {
  const { chart } = view;
  const isSame = chart?.plugin === plugin && chart.series === series;
  view.chart = isSame
    ? null
    : {
        plugin,
        series,
        span: chart?.span ?? FIRST_SPAN_MS,
        end: chart?.end ?? null,
        cursor: chart?.cursor ?? 0,
      };
}

/** A chart that ends now is read again after so long at most. */
const MOST_AGE_MS = 60_000;

/** Fetches the points of the open chart, where they are others than before. Resolves to whether there is something new to draw. */
export async function loadChart(ui: Ui): Promise<boolean> {
  const { chart } = ui.view;
  if (chart === null || !isDue(ui, chart)) return false;
  const { plugin, series, span } = chart;
  const points = sparklineValues(ui.chartColumns, ui.glyphs);
  const [from, to] = edgesOf(ui, chart, points);
  const asked = { plugin, series, from, to, span, end: chart.end, at: ui.source.now() };
  ui.asked = asked;
  const range = await ui.source.range({ plugin, series, from, to, points });
  // Another has been requested since.
  if (ui.asked !== asked) return false;
  ui.loaded = { ...range, ...asked };
  return true;
}

/** On whole columns: what has been drawn stays the same when the chart moves on. */
function edgesOf({ source }: Ui, { end, span }: ChartView, points: number): [from: number, to: number] {
  const step = span / points;
  const to = Math.floor((end ?? source.now()) / step + 1) * step;
  return [to - span, to];
}

function isDue({ asked, source, chartColumns }: Ui, chart: ChartView): boolean {
  if (asked === null || ASKED.some((key) => asked[key] !== chart[key])) return true;
  const age = Math.min(MOST_AGE_MS, Math.max(source.refresh * 1000, chart.span / chartColumns));
  // The screen is drawn slightly earlier or later than each refresh. A clock that was set back is another time as well.
  return chart.end === null && Math.abs(source.now() - asked.at) >= age - EARLY_MS;
}

const ASKED = ['plugin', 'series', 'span', 'end'] as const;
const EARLY_MS = 200;

/** Makes it cover more or less time. */
export function zoomChart(chart: ChartView, by: 1 | -1): void {
  const index = SPANS.indexOf(chart.span);
  chart.span = SPANS[Math.min(SPANS.length - 1, Math.max(0, index + by))] ?? chart.span;
}

/** Moves the cursor by columns; at the edge it takes the chart along, to earlier or later times. */
export function moveChart(ui: Ui, by: number): void {
  const { chart } = ui.view;
  if (chart === null) return;
  const columns = Math.max(1, ui.chartColumns);
  const cursor = chart.cursor + by;
  chart.cursor = Math.min(columns - 1, Math.max(0, cursor));
  const beyond = cursor - chart.cursor;
  if (beyond === 0) return;
  const now = ui.source.now();
  const end = Math.max(chart.span, (chart.end ?? now) - (beyond * chart.span) / columns);
  chart.end = end >= now ? null : end;
}

/** Goes to the series before or after this one: those of its plugin, in their order. */
export function nextSeries(ui: Ui, by: 1 | -1): void {
  const { chart } = ui.view;
  if (chart === null) return;
  const all = ui.source.plugins.flatMap((plugin) =>
    ui.source.seriesOf(plugin).map((series) => ({ plugin, series })),
  );
  const index = all.findIndex(({ plugin, series }) => plugin === chart.plugin && series === chart.series);
  const next = all[(index + by + all.length) % all.length];
  if (next !== undefined) Object.assign(chart, next);
}

const LONGEST_LIST = 500;

/** Finds the series with all of these words in its name, the shortest first. */
export function findSeries(ui: Ui, text: string): { plugin: string; series: string } | null {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return null;
  const found = ui.source.plugins
    .flatMap((plugin) => ui.source.seriesOf(plugin).map((series) => ({ plugin, series })))
    .filter(({ plugin, series }) => words.every((word) => `${plugin} ${series}`.toLowerCase().includes(word)))
    .slice(0, LONGEST_LIST)
    .sort((a, b) => a.plugin.length + a.series.length - b.plugin.length - b.series.length);
  return found[0] ?? null;
}
