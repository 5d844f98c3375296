/** The cone of a forecast in a chart, and how much of it is shown. */
import type uPlot from 'uplot';
import type { ToldForecast } from '../api/forecasts.ts';
import { DAY } from '../time/ranges.ts';
import type { Series } from '../../src/show/display/series.ts';
import type { Kind } from '../../src/show/display/units.ts';
import type { Window } from '../time/window.ts';
import type { Future } from './plot-layers.ts';

/** In the unit of the series, per second; negative when falling. */
export interface Cone {
  readonly kind: Kind;
  readonly color: string;
  readonly value: number;
  readonly limit: number;
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

/** Cones in a chart. */
export interface Cones extends Future {
  /** Begin in milliseconds. */
  readonly from: number;
  readonly cones: readonly Cone[];
}

/** Null for another item or a field that does not depend on usage. */
export function coneOf(
  { plugin, item, field }: Series,
  { kind, subject, used, limit, growth }: ToldForecast,
  look: Pick<Cone, 'kind' | 'color'>,
): Cone | null {
  if (plugin !== kind || item !== subject || growth === null || used === null || limit === null) return null;
  const scaled = (factor: number, value: number, end: number): Cone => ({
    ...look,
    value,
    limit: end,
    low: growth.low * factor,
    likely: growth.likely * factor,
    high: growth.high * factor,
  });
  if (field === 'used') return scaled(1, used, limit);
  if (field === 'percent') return scaled(100 / limit, (100 * used) / limit, 100);
  return field === 'free' ? scaled(-1, limit - used, 0) : null;
}

/** Narrower charts show no cone. */
const NARROWEST = DAY * 1000;
/** Share of the window's width. */
const MOST_LEAD = 0.6;
/** Rounded, so the lead does not change with every sample. */
const STEPS = 40;

/** @param to latest forecast time in milliseconds. Null: not shown. */
export function futureOf(
  cones: readonly Cone[],
  window: Window,
  times: { readonly now: number; readonly to: number },
): Cones | null {
  const width = window.to - window.from;
  const { now, to } = times;
  if (cones.length === 0 || width < NARROWEST || window.from >= now) return null;
  const step = width / STEPS;
  const wanted = Math.min(width * MOST_LEAD, (to - now) * 1.1);
  // A window that ends earlier shows less of it.
  const lead = Math.ceil((wanted - Math.max(0, now - window.to)) / step) * step;
  if (lead <= 0) return null;
  const secondsOf = ({ to: end }: Window): number => (end + lead - now) / 1000;
  return {
    from: now,
    lead,
    cones,
    reach: (kind, shown) =>
      cones.flatMap((cone) =>
        cone.kind === kind ? [cone.value, edgeAt(cone, cone.high, secondsOf(shown))] : [],
      ),
    draw: (plot, shown) => drawCones(plot, cones, now / 1000, secondsOf(shown)),
  };
}

/** Value of an edge after these seconds; constant from the limit on. */
export function edgeAt({ value, limit }: Cone, rate: number, seconds: number): number {
  const end = value + rate * seconds;
  return rate >= 0 ? Math.min(limit, end) : Math.max(limit, end);
}

/**
 * Draws the area between slowest and fastest growth up to the limit, with dashed lines.
 * @param from seconds; also the drawn duration
 */
function drawCones(
  { ctx, bbox, valToPos, scales }: uPlot,
  cones: readonly Cone[],
  from: number,
  seconds: number,
): void {
  const ratio = devicePixelRatio || 1;
  const { left, top, width, height } = bbox;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  for (const cone of cones) {
    if (scales[cone.kind] === undefined) continue;
    ctx.fillStyle = cone.color;
    ctx.strokeStyle = cone.color;
    ctx.lineWidth = ratio;
    const edges = [cone.high, cone.likely, cone.low].map((rate) =>
      edgeOf(cone, rate, seconds).map(([after, value]): [x: number, y: number] => [
        valToPos(from + after, 'x', true),
        valToPos(value, cone.kind, true),
      ]),
    );
    const [fast = [], likely = [], slow = []] = edges;
    ctx.globalAlpha = 0.14;
    trace(ctx, [...fast, ...slow.toReversed()]);
    ctx.fill();
    for (const [line, alpha] of [
      [fast, 0.55],
      [likely, 1],
      [slow, 0.55],
    ] as const) {
      ctx.globalAlpha = alpha;
      ctx.setLineDash([5 * ratio, 4 * ratio]);
      trace(ctx, line);
      ctx.stroke();
    }
  }
  ctx.restore();
}

/** Corners of an edge: begin, limit, end of the chart. */
function edgeOf(cone: Cone, rate: number, seconds: number): [after: number, value: number][] {
  const full = (cone.limit - cone.value) / rate;
  return [
    [0, cone.value],
    ...(full < seconds ? [[full, cone.limit] as [number, number]] : []),
    [seconds, edgeAt(cone, rate, seconds)],
  ];
}

function trace(ctx: CanvasRenderingContext2D, corners: readonly (readonly [x: number, y: number])[]): void {
  ctx.beginPath();
  corners.forEach(([x, y], index) => (index === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)));
}
