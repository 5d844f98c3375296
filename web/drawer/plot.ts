/** Draws the chart with uPlot, in the colours of the page: bands of thresholds behind, events as marks in front. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Palette } from '../parts/palette.ts';
import { LEVELS, type Thresholds } from '../../src/display/levels.ts';
import type { Kind } from '../../src/display/units.ts';
import type { Columns } from './chart-data.ts';
import type { Mark } from './marks.ts';

/** Thresholds of a series, in its unit. */
export interface Bands {
  thresholds: Thresholds;
  /** They reach downwards. */
  isLow: boolean;
}

export interface PlotSetup {
  element: HTMLElement;
  series: readonly { name: string; kind: Kind; color: string }[];
  columns: Columns;
  /** The visible range, in seconds. */
  part(): { from: number; to: number };
  palette: Palette;
  /** Of the first kind of value. */
  bands: Bands | null;
  /** Seconds of a moment that was asked for; 0 for none. */
  at(): number;
  marks(): readonly Mark[];
  text(value: number, kind: Kind): string;
  /** The reader has chosen a part with the pointer; null: all again. */
  onZoom(part: { from: number; to: number } | null): void;
  /** The row under the pointer. */
  onPoint(row: number | null): void;
}

export function createPlot(setup: PlotSetup): uPlot {
  const { element, series, columns, palette } = setup;
  const kinds = [...new Set(series.map(({ kind }) => kind))];
  const options: uPlot.Options = {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: {
      drag: { x: true, y: false, setScale: false },
      points: { size: 6 },
      bind: { dblclick: () => () => (setup.onZoom(null), null) },
    },
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
        // Where values are few, each is seen.
        points: { size: 4 },
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
          const to = plot.posToVal(plot.select.left + plot.select.width, 'x');
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          setup.onZoom({ from, to });
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

/** From each threshold to the next, and from the last one to the edge. */
function drawBands({ ctx, bbox, valToPos }: uPlot, { bands, palette }: PlotSetup, scale: string): void {
  if (bands === null) return;
  const { left, top, width, height } = bbox;
  const { thresholds, isLow } = bands;
  const bottom = top + height;
  const edge = isLow ? bottom : top;
  const within = (y: number): number => Math.min(bottom, Math.max(top, y));
  const known = LEVELS.flatMap((level) =>
    thresholds[level] === null ? [] : [{ level, y: valToPos(thresholds[level], scale, true) }],
  );
  ctx.save();
  known.forEach(({ level, y }, index) => {
    const [from, to] = [within(y), within(known[index + 1]?.y ?? edge)];
    ctx.fillStyle = palette[level];
    ctx.globalAlpha = 0.1;
    ctx.fillRect(left, Math.min(from, to), width, Math.abs(from - to));
    if (y < top || y > bottom) return;
    ctx.globalAlpha = 0.7;
    ctx.fillRect(left, from - 1, width, 1);
  });
  ctx.restore();
}

/** A bar along the bottom for as long as an event lasts, and a line where one begins that is about a value shown. */
function drawMarks({ ctx, bbox, valToPos }: uPlot, { marks, palette, part, at }: PlotSetup): void {
  const { from, to } = part();
  const ratio = devicePixelRatio || 1;
  const bottom = bbox.top + bbox.height;
  ctx.save();
  // The chart's own above the others.
  for (const mark of marks().toSorted((a, b) => Number(a.isOwn) - Number(b.isOwn))) {
    if (mark.to < from || mark.from > to) continue;
    const left = Math.max(bbox.left, valToPos(mark.from, 'x', true));
    const right = Math.min(bbox.left + bbox.width, valToPos(mark.to, 'x', true));
    const height = (mark.isOwn ? 5 : 3) * ratio;
    ctx.fillStyle = palette[mark.level];
    ctx.globalAlpha = mark.isOwn ? 1 : 0.45;
    ctx.fillRect(left, bottom - height, Math.max(2 * ratio, right - left), height);
    if (!mark.isOwn || mark.from < from) continue;
    ctx.globalAlpha = 0.6;
    ctx.fillRect(left, bbox.top, ratio, bbox.height);
  }
  if (at() >= from && at() <= to && at() > 0) {
    ctx.globalAlpha = 0.8;
    ctx.fillStyle = palette.text;
    const x = valToPos(at(), 'x', true);
    for (let y = bbox.top; y < bottom; y += 6 * ratio) ctx.fillRect(x, y, ratio, 3 * ratio);
  }
  ctx.restore();
}
