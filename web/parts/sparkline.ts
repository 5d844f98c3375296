/** Draws a sparkline: an area with a line on top, gaps, and the threshold as a faint line. */
import type { Ring } from '../store/ring.ts';

/** More usual steps without a value are a gap. */
const GAP_STEPS = 4;

export interface Plot {
  width: number;
  /** Vertical position of zero. */
  zero: number;
  /** Pixels from zero to the maximum; negative draws upwards. */
  reach: number;
  max: number;
  /** Time of the right edge, and the span in milliseconds. */
  end: number;
  span: number;
}

/** Numbers that change when the newest value moves by a pixel. */
export const lookOf = (
  { past, last, lastTime }: Ring,
  { width, height, max, span }: Pick<Plot, 'width' | 'max' | 'span'> & { height: number },
): readonly number[] => [past, Math.floor((lastTime * width) / span), Math.round((last * height) / max)];

/** Usual interval of values in milliseconds. */
function stepOf(ring: Ring): number {
  if (ring.length < 2) return 2000;
  return Math.max(1000, (ring.timeAt(ring.length - 1) - ring.timeAt(0)) / (ring.length - 1));
}

/** Draws the line, then the area below it: the same path, once per part without gaps. */
export function drawSparkline(
  context: CanvasRenderingContext2D,
  ring: Ring,
  { width, zero, reach, max, end, span }: Plot,
  color: string,
): void {
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineWidth = 1.25;
  context.lineJoin = 'round';
  const step = stepOf(ring);
  let [count, firstX, firstY, lastX] = [0, 0, 0, 0];
  const flush = (): void => {
    if (count === 0) return;
    if (count === 1) context.lineTo(firstX + 1, firstY);
    count = 0;
    context.stroke();
    context.lineTo(lastX, zero);
    context.lineTo(firstX, zero);
    context.globalAlpha = 0.22;
    context.fill();
    context.globalAlpha = 1;
  };
  let before = Number.NaN;
  for (let index = 0; index < ring.length; index += 1) {
    const time = ring.timeAt(index);
    const value = ring.valueAt(index);
    if (Number.isNaN(value) || time - before > step * GAP_STEPS) flush();
    before = time;
    if (Number.isNaN(value) || end - time > span + step) continue;
    lastX = width * (1 - (end - time) / span);
    const y = zero + reach * Math.min(1, Math.max(0, max === 0 ? 0 : value / max));
    if (count === 0) {
      context.beginPath();
      [firstX, firstY] = [lastX, y];
    }
    context.lineTo(lastX, y);
    count += 1;
  }
  flush();
}

/** A faint line at a threshold. */
export function drawThreshold(
  context: CanvasRenderingContext2D,
  { width, zero, reach, max }: Plot,
  value: number | null,
  color: string,
): void {
  if (value === null || max <= 0 || value > max) return;
  const y = Math.round(zero + (reach * value) / max) + 0.5;
  context.globalAlpha = 0.55;
  context.setLineDash([2, 3]);
  context.beginPath();
  context.moveTo(0, y);
  context.lineTo(width, y);
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** A line at the time under the pointer, on any chart. */
export function drawMoment(
  context: CanvasRenderingContext2D,
  { width, end, span }: Plot,
  height: number,
  time: number | null,
  color: string,
): void {
  if (time === null || time > end || end - time > span) return;
  context.globalAlpha = 0.6;
  context.fillStyle = color;
  context.fillRect(Math.round(width * (1 - (end - time) / span)), 0, 1, height);
  context.globalAlpha = 1;
}

/** Rounds up to 1, 2, 5, 10 …, which keeps the scale steady. */
export function niceMax(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10;
  return step * power;
}
