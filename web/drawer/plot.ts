/** Draws a chart with uPlot in the page's colours. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { showMoment } from '../../src/show/display/durations.ts';
import type { Kind } from '../../src/show/display/units.ts';
import type { Palette } from '../state/palette.ts';
import type { ChartGrid } from './chart-grid.ts';
import { binaryTicks, endsOf } from './value-scale.ts';
import {
  drawBands,
  drawEvents,
  drawLimits,
  drawMarks,
  drawNotes,
  drawGaps,
  type Layers,
} from './plot-layers.ts';

export interface PlotLine {
  readonly label: string;
  readonly kind: Kind;
  readonly color: string;
}

/** Plot area in pixels within the element, and the limits of the first axis. */
export interface PlotPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly low: number;
  readonly high: number;
}

export interface PlotSetup {
  element: HTMLElement;
  lines: readonly PlotLine[];
  grid: ChartGrid;
  palette: Palette;
  layers(): Layers;
  text(value: number, kind: Kind): string;
  /** Values have binary prefixes. */
  isBinary(kind: Kind): boolean;
  /** Time under the pointer in milliseconds; null: it left. */
  onPoint(time: number | null): void;
  /** A range was selected, in milliseconds. */
  onZoom(from: number, to: number): void;
  onReset(): void;
  onDrawn(place: PlotPlace): void;
}

/** Pixels. */
const HALF_DATE = 36;

export function createPlot(setup: PlotSetup): uPlot {
  const { element, lines, grid, palette } = setup;
  const kinds = [...new Set(lines.map(({ kind }) => kind))];
  const [first = 'plain'] = kinds;
  const options: uPlot.Options = {
    width: element.clientWidth,
    height: element.clientHeight,
    // Without a right axis there is no room for half of the last date.
    padding: [null, kinds.length > 1 ? null : HALF_DATE, null, null],
    legend: { show: false },
    cursor: {
      drag: { x: true, y: false, setScale: false },
      points: { size: 6 },
      hover: { prox: (plot, series) => 2 * pixelsOf(plot, grid.steps[series - 1] ?? 1) },
      bind: {
        dblclick: () => () => (setup.onReset(), null),
        // Shift moves the chart.
        mousedown: (_plot, _target, handler) => (event) => (event.shiftKey ? null : handler(event)),
      },
    },
    scales: {
      x: { time: true, range: () => shownSeconds(setup.layers()) },
      ...Object.fromEntries(kinds.map((kind) => [kind, scaleOf(kind, kind === first, setup.layers)])),
    },
    axes: [
      { ...axisOf(palette), space: 72, size: 42, values: timeTexts },
      ...kinds.slice(0, 2).map((kind, index) => valueAxis(setup, kind, index)),
    ],
    series: [
      {},
      // Sparse values are drawn as points.
      ...lines.map(({ kind, color }, index) => ({
        scale: kind,
        stroke: color,
        width: 1.5,
        points: { size: 4 },
        ...(grid.isStacked && index === 0 && { fill: color + STACK_OPACITY }),
      })),
      ...(grid.earlier ?? []).map((_, index) =>
        earlierOf(lines[index], lines.length === 1 ? palette.second : lines[index]?.color),
      ),
      ...(grid.band === null ? [] : lines.flatMap(({ kind }) => [edgeOf(kind), edgeOf(kind)])),
    ],
    bands: bandsOf(lines, grid),
    hooks: {
      drawClear: [
        (plot) => {
          drawBands(plot, setup.layers(), first);
          drawLimits(plot, setup.layers());
          drawGaps(plot, setup.layers());
          setup.layers().future?.draw(plot, setup.layers().window);
        },
      ],
      draw: [
        (plot) => {
          drawEvents(plot, setup.layers());
          drawMarks(plot, setup.layers());
          drawNotes(plot, setup.layers());
        },
        (plot) => setup.onDrawn(placeOf(plot, first)),
      ],
      setCursor: [
        (plot) => {
          const { left = -1 } = plot.cursor;
          setup.onPoint(left < 0 ? null : plot.posToVal(left, 'x') * 1000);
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width < 4) return;
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          setup.onZoom(plot.posToVal(left, 'x') * 1000, plot.posToVal(left + width, 'x') * 1000);
        },
      ],
    },
  };
  return new uPlot(options, rowsOf(grid), element);
}

/** Columns in series order: values, earlier values, maxima and minima. */
export const rowsOf = ({ columns, earlier, band }: ChartGrid): uPlot.AlignedData =>
  [
    ...columns,
    ...(earlier ?? []),
    ...(band === null ? [] : band.max.flatMap((most, index) => [most, band.min[index]])),
  ] as uPlot.AlignedData;

const pixelsOf = (plot: uPlot, seconds: number): number => {
  const { min = 0, max = 1 } = plot.scales['x'] ?? {};
  return (plot.over.clientWidth * seconds) / ((max ?? 1) - (min ?? 0));
};

/** Returns the invisible edge of a band. */
const edgeOf = (scale: Kind): uPlot.Series => ({ scale, width: 0, points: { show: false } });

/** A separate hue beside one line; the series' hue beside several. */
const earlierOf = (line: PlotLine | undefined, color = ''): uPlot.Series => ({
  scale: line?.kind ?? 'plain',
  stroke: color,
  width: 1,
  dash: [4, 4],
  points: { show: false },
});

/** Appended to a colour in hexadecimal. */
const STACK_OPACITY = '8c';

/** From minimum to maximum; in a stack from each series to the one below. */
const bandsOf = (lines: readonly PlotLine[], grid: ChartGrid): uPlot.Band[] => {
  if (grid.isStacked)
    return lines
      .slice(1)
      .map(({ color }, index) => ({ series: [index + 2, index + 1], fill: color + STACK_OPACITY }));
  return grid.band === null ? [] : lines.map((line, index) => bandOf(line, grid, lines.length, index));
};

function bandOf({ color }: PlotLine, { earlier }: ChartGrid, count: number, index: number): uPlot.Band {
  const first = 1 + count + (earlier?.length ?? 0) + 2 * index;
  return { series: [first, first + 1], fill: `${color}3d` };
}

/** Returns the window and the forecast beyond it. */
export const shownSeconds = ({ window, future }: Pick<Layers, 'window' | 'future'>): [number, number] => [
  window.from / 1000,
  (window.to + (future?.lead ?? 0)) / 1000,
];

function placeOf({ over, scales }: uPlot, scale: Kind): PlotPlace {
  const { min, max } = scales[scale] ?? {};
  const { offsetLeft: left, offsetTop: top, clientWidth: width, clientHeight: height } = over;
  return { left, top, width, height, low: min ?? 0, high: max ?? 1 };
}

const scaleOf = (kind: Kind, isFirst: boolean, layers: PlotSetup['layers']): uPlot.Scale => ({
  range(_plot, low, high) {
    const { future, reach, window, isFitted } = layers();
    const wanted = isFirst && reach !== null ? [reach] : [];
    return endsOf({ kind, low, high, reach: [...wanted, ...(future?.reach(kind, window) ?? [])], isFitted });
  },
});

const axisOf = ({ faint, track }: Palette): uPlot.Axis => ({
  stroke: faint,
  font: '12px system-ui, sans-serif',
  grid: { stroke: track, width: 1 },
  ticks: { show: false },
});

/** Hours, with the date where it changes; months and years for long ranges. */
function timeTexts(
  _plot: uPlot,
  times: readonly number[],
  _axis: number,
  _space: number,
  step: number,
): string[] {
  let before = '';
  return times.map((time) => {
    const moment = showMoment(time * 1000);
    const [date = '', clock = ''] = moment.split(' ');
    if (step >= DAY) return step >= 28 * DAY ? date.slice(0, 7) : date;
    const isNew = date !== before;
    before = date;
    const text = step < 60 ? clock : clock.slice(0, 5);
    return isNew ? `${text}\n${date}` : text;
  });
}

const DAY = 86_400;

/** Titled by its series, in the first one's colour. */
function valueAxis({ palette, text, lines, isBinary }: PlotSetup, kind: Kind, index: number): uPlot.Axis {
  const own = lines.filter((line) => line.kind === kind);
  const title = own.map(({ label }) => label).join(', ');
  return {
    ...axisOf(palette),
    scale: kind,
    side: index === 0 ? 3 : 1,
    size: 66,
    label: title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE)}…` : title,
    labelSize: 18,
    labelFont: '600 12px system-ui, sans-serif',
    stroke: own[0]?.color ?? palette.faint,
    grid: { show: index === 0, stroke: palette.track, width: 1 },
    ...(isBinary(kind) && {
      splits: ({ over }, _axis, low, high) =>
        binaryTicks(low, high, Math.floor(over.clientHeight / TICK_HEIGHT)),
    }),
    values: (_plot, values) => values.map((value) => text(value, kind)),
  };
}

const LONGEST_TITLE = 36;
/** Pixels between axis labels. */
const TICK_HEIGHT = 32;
