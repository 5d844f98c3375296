/** Draws the chart with uPlot, in the colours of the page: bands of thresholds behind, events as marks in front. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Palette } from '../parts/palette.ts';
import { LEVELS, type Level, type Thresholds } from '../state/levels.ts';
import type { Kind } from '../units/units.ts';
import type { Columns } from './chart-data.ts';

export interface Mark {
  /** Seconds. */
  from: number;
  to: number;
  level: Level;
}

export interface PlotSetup {
  element: HTMLElement;
  series: readonly { name: string; kind: Kind; color: string }[];
  columns: Columns;
  /** What is shown at present, in seconds. */
  part(): { from: number; to: number };
  palette: Palette;
  thresholds: Thresholds;
  marks(): readonly Mark[];
  text(value: number, kind: Kind): string;
  /** The reader has chosen a part with the pointer; null: all again. */
  onZoom(part: { from: number; to: number } | null): void;
  /** The row under the pointer. */
  onPoint(row: number | null): void;
}

const HEIGHT = 300;

export function createPlot(setup: PlotSetup): uPlot {
  const { element, series, columns, palette } = setup;
  const kinds = [...new Set(series.map(({ kind }) => kind))];
  const options: uPlot.Options = {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: true, y: false }, points: { size: 6 } },
    scales: {
      x: { time: true, range: () => [setup.part().from, setup.part().to] },
      ...Object.fromEntries(kinds.map((kind) => [kind, scaleOf(kind)])),
    },
    axes: [
      { ...axisOf(palette), space: 72, size: 28 },
      ...kinds.slice(0, 2).map((kind, index) => valueAxis(setup, kind, index)),
    ],
    series: [
      {},
      ...series.map(({ kind, color }) => ({
        scale: kind,
        stroke: color,
        width: 1.5,
        points: { show: false },
      })),
    ],
    hooks: {
      drawClear: [(plot) => drawBands(plot, setup, kinds[0] ?? 'plain')],
      draw: [(plot) => drawMarks(plot, setup)],
      setCursor: [(plot) => setup.onPoint(plot.cursor.idx ?? null)],
      setSelect: [
        (plot) => {
          if (plot.select.width < 4) return;
          const from = plot.posToVal(plot.select.left, 'x');
          setup.onZoom({ from, to: plot.posToVal(plot.select.left + plot.select.width, 'x') });
        },
      ],
    },
  };
  return new uPlot(options, columns as uPlot.AlignedData, element);
}

/** Shares begin at zero and reach what there is, others have a little room. */
function scaleOf(kind: Kind): uPlot.Scale {
  return {
    range: (_plot, min, max) => {
      const low = Math.min(0, min ?? 0);
      const high = Math.max(max ?? 0, kind === 'percent' ? 10 : Number.MIN_VALUE);
      return [low, high <= low ? low + 1 : low + (high - low) * 1.08];
    },
  };
}

const axisOf = ({ faint, track }: Palette): uPlot.Axis => ({
  stroke: faint,
  font: '12px system-ui, sans-serif',
  grid: { stroke: track, width: 1 },
  ticks: { show: false },
  values: '{HH}:{mm}:{ss}',
});

const valueAxis = (setup: PlotSetup, kind: Kind, index: number): uPlot.Axis => ({
  ...axisOf(setup.palette),
  scale: kind,
  side: index === 0 ? 3 : 1,
  size: 66,
  grid: { show: index === 0, stroke: setup.palette.track, width: 1 },
  values: (_plot, values) => values.map((value) => setup.text(value, kind)),
});

function drawBands({ ctx, bbox, valToPos }: uPlot, { thresholds, palette }: PlotSetup, scale: string): void {
  const { left, top, width, height } = bbox;
  const known = LEVELS.flatMap((level) =>
    thresholds[level] === null ? [] : [{ level, value: thresholds[level] }],
  );
  ctx.save();
  known.forEach(({ level, value }, index) => {
    const next = known[index + 1]?.value;
    const from = Math.min(top + height, valToPos(value, scale, true));
    const to = Math.max(top, next === undefined ? top : valToPos(next, scale, true));
    if (from <= to) return;
    ctx.fillStyle = palette[level];
    ctx.globalAlpha = 0.1;
    ctx.fillRect(left, to, width, from - to);
    ctx.globalAlpha = 0.7;
    ctx.fillRect(left, from - 1, width, 1);
  });
  ctx.restore();
}

/** A bar along the bottom for as long as an event lasts. */
function drawMarks({ ctx, bbox, valToPos }: uPlot, { marks, palette, part }: PlotSetup): void {
  const { from, to } = part();
  const ratio = devicePixelRatio || 1;
  ctx.save();
  for (const mark of marks()) {
    if (mark.to < from || mark.from > to) continue;
    const left = Math.max(bbox.left, valToPos(mark.from, 'x', true));
    const right = Math.min(bbox.left + bbox.width, valToPos(mark.to, 'x', true));
    ctx.fillStyle = palette[mark.level];
    ctx.fillRect(left, bbox.top + bbox.height - 4 * ratio, Math.max(2 * ratio, right - left), 4 * ratio);
    ctx.globalAlpha = 0.5;
    ctx.fillRect(left, bbox.top, ratio, bbox.height);
    ctx.globalAlpha = 1;
  }
  ctx.restore();
}
