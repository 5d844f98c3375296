/** Chart layers around the lines: threshold bands, hatched gaps, events, marks. */
import type uPlot from 'uplot';
import { LEVELS, type Thresholds } from '../../src/show/display/levels.ts';
import type { Kind } from '../../src/show/display/units.ts';
import type { Palette } from '../state/palette.ts';
import type { Window } from '../time/window.ts';
import type { Note } from '../../src/history/past/history-source.ts';
import type { Mark } from './marks.ts';
import type { TimeMark, Gap } from './gaps.ts';

/** Thresholds of a series, in its unit. */
export interface Bands {
  thresholds: Thresholds;
  /** Bands reach downwards. */
  isLow: boolean;
}

/** Thresholds drawn as lines. */
export interface LimitLines {
  readonly thresholds: Thresholds;
  readonly kind: Kind;
  readonly color: string;
}

/** Continues series beyond the window. */
export interface Future {
  /** Milliseconds. */
  readonly lead: number;
  /** Values in sight. */
  reach(kind: Kind, window: Window): number[];
  draw(plot: uPlot, window: Window): void;
}

export interface Layers {
  readonly window: Window;
  readonly palette: Palette;
  /** Of the first axis. */
  readonly bands: Bands | null;
  /** Of other series: dashed in their colour. */
  readonly limits: readonly LimitLines[];
  readonly gaps: readonly Gap[];
  readonly events: readonly Mark[];
  readonly marks: readonly TimeMark[];
  readonly notes: readonly Note[];
  /** The forecast beyond the window; null if there is none. */
  readonly future: Future | null;
  /** A value of the first axis in sight; null: none. */
  readonly reach: number | null;
  /** The percent axis ends at the highest value, not at 100 %. */
  readonly isFitted: boolean;
  /** The requested time in milliseconds; 0: none. */
  readonly at: number;
}

const FONT = 'system-ui, sans-serif';

/** From each threshold to the next, the last one to the edge. */
export function drawBands({ ctx, bbox, valToPos }: uPlot, { bands, palette }: Layers, scale: string): void {
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

/** A dashed line per threshold, beginning in the colour of its level. */
export function drawLimits({ ctx, bbox, scales, valToPos }: uPlot, { limits, palette }: Layers): void {
  const ratio = devicePixelRatio || 1;
  const { left, top, width, height } = bbox;
  ctx.save();
  for (const { thresholds, kind, color } of limits) {
    if (scales[kind] === undefined) continue;
    for (const level of LEVELS) {
      const y = thresholds[level] === null ? -1 : valToPos(thresholds[level], kind, true);
      if (y < top || y > top + height) continue;
      ctx.fillStyle = color;
      ctx.globalAlpha = 0.7;
      for (let x = left; x < left + width; x += 9 * ratio) ctx.fillRect(x, y, 5 * ratio, ratio);
      ctx.fillStyle = palette[level];
      ctx.globalAlpha = 1;
      ctx.fillRect(left, y - 2 * ratio, 8 * ratio, 4 * ratio);
    }
  }
  ctx.restore();
}

/** Hatched, with the reason if there is room. */
export function drawGaps({ ctx, bbox, valToPos }: uPlot, { gaps, palette }: Layers): void {
  const ratio = devicePixelRatio || 1;
  const { left, top, width, height } = bbox;
  for (const { from, to, reason } of gaps) {
    const begin = Math.max(left, valToPos(from / 1000, 'x', true));
    const end = Math.min(left + width, valToPos(to / 1000, 'x', true));
    if (end - begin < 1) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(begin, top, end - begin, height);
    ctx.clip();
    ctx.strokeStyle = palette.faint;
    ctx.globalAlpha = 0.35;
    ctx.lineWidth = ratio;
    ctx.beginPath();
    for (let x = begin - height; x < end; x += 8 * ratio) {
      ctx.moveTo(x, top + height);
      ctx.lineTo(x + height, top);
    }
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.font = `${12 * ratio}px ${FONT}`;
    // The axes leave their settings behind.
    ctx.textAlign = 'left';
    ctx.textBaseline = 'alphabetic';
    const words = ctx.measureText(reason).width;
    if (words + 16 * ratio < end - begin) {
      const x = (begin + end - words) / 2;
      ctx.fillStyle = palette.background;
      ctx.fillRect(x - 6 * ratio, top + height / 2 - 12 * ratio, words + 12 * ratio, 20 * ratio);
      ctx.fillStyle = palette.text;
      ctx.fillText(reason, x, top + height / 2 + 2 * ratio);
    }
    ctx.restore();
  }
}

/** A bar along the bottom for each event, and a line at the begin of events about a series shown. */
export function drawEvents({ ctx, bbox, valToPos }: uPlot, { events, palette, window }: Layers): void {
  const ratio = devicePixelRatio || 1;
  const bottom = bbox.top + bbox.height;
  const [from, to] = [window.from / 1000, window.to / 1000];
  ctx.save();
  for (const mark of events) {
    if (mark.to < from || mark.from > to) continue;
    const left = Math.max(bbox.left, valToPos(mark.from, 'x', true));
    const right = Math.min(bbox.left + bbox.width, valToPos(mark.to, 'x', true));
    const height = 5 * ratio;
    ctx.fillStyle = palette[mark.level];
    ctx.globalAlpha = 1;
    ctx.fillRect(left, bottom - height, Math.max(2 * ratio, right - left), height);
    if (mark.from < from) continue;
    ctx.globalAlpha = 0.6;
    ctx.fillRect(left, bbox.top, ratio, bbox.height);
  }
  ctx.restore();
}

/** Ticks along the top for events of the agent, a dashed line at the requested time. */
export function drawMarks({ ctx, bbox, valToPos }: uPlot, { marks, palette, window, at }: Layers): void {
  const ratio = devicePixelRatio || 1;
  const { top, height } = bbox;
  const isShown = (time: number): boolean => time >= window.from && time <= window.to;
  ctx.save();
  ctx.fillStyle = palette.text;
  for (const { time } of marks) {
    if (!isShown(time)) continue;
    const x = valToPos(time / 1000, 'x', true);
    ctx.globalAlpha = 0.9;
    ctx.beginPath();
    ctx.moveTo(x - 4 * ratio, top);
    ctx.lineTo(x + 4 * ratio, top);
    ctx.lineTo(x, top + 7 * ratio);
    ctx.fill();
    ctx.globalAlpha = 0.35;
    ctx.fillRect(x, top, ratio, height);
  }
  if (isShown(at)) {
    ctx.globalAlpha = 0.8;
    const x = valToPos(at / 1000, 'x', true);
    for (let y = top; y < top + height; y += 6 * ratio) ctx.fillRect(x, y, ratio, 3 * ratio);
  }
  ctx.restore();
}

/** A flag for each note, and a line along the top for its duration. */
export function drawNotes({ ctx, bbox, valToPos }: uPlot, { notes, palette, window }: Layers): void {
  const ratio = devicePixelRatio || 1;
  const { left, top, width, height } = bbox;
  ctx.save();
  ctx.fillStyle = palette.line;
  for (const { time, until } of notes) {
    if (time > window.to || (until ?? time) < window.from) continue;
    const x = valToPos(time / 1000, 'x', true);
    const end = until === null ? x : valToPos(until / 1000, 'x', true);
    const begin = Math.max(left, x);
    ctx.globalAlpha = 0.9;
    ctx.fillRect(begin, top, Math.max(0, Math.min(left + width, end) - begin), 2 * ratio);
    if (time < window.from) continue;
    ctx.beginPath();
    ctx.moveTo(x, top);
    ctx.lineTo(x + 9 * ratio, top + 4 * ratio);
    ctx.lineTo(x, top + 8 * ratio);
    ctx.fill();
    ctx.globalAlpha = 0.6;
    ctx.fillRect(x, top, ratio, height);
  }
  ctx.restore();
}
