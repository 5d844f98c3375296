/** Samples of one plugin not written to the archive yet. */
import { startOf } from '../files/file-name.ts';
import { emptyRows, type Rows } from '../format/rows-codec.ts';
import type { History } from '../../../core/store/history.ts';

/** A sampled plugin. */
export interface SampledPlugin {
  readonly name: string;
  readonly history: History;
  /** Current sampling interval in milliseconds. */
  paceMs(): number;
}

/** Earlier times are wrong: a host without a clock battery starts in 1970. */
export const EARLIEST = Date.UTC(2025, 0);
/** A sample covers the time since the previous one, but at most this many refresh periods. */
const MOST_REFRESHES = 3;

/** Contiguous rows within an hour. */
export interface RowRun {
  readonly hour: number;
  /** Absolute indices of the first row, and after the last one. */
  readonly from: number;
  readonly to: number;
}

export class Pending {
  readonly plugin: SampledPlugin;
  /** Absolute index of the next row to write. */
  #next: number;
  /** True if the next row starts a new run and covers one refresh period. */
  #isBroken = true;
  #pace: number;

  constructor(plugin: SampledPlugin) {
    this.plugin = plugin;
    this.#next = Math.max(0, plugin.history.first);
    this.#pace = plugin.paceMs();
  }

  /** After a clock jump: the next row does not continue the last one. */
  break(): void {
    this.#isBroken = true;
  }

  /**
   * Returns the next run of rows before `end`; null if there is none. Skips rows that cannot be placed: before any valid clock,
   * and up to `newest`, the last time written, within its hour.
   */
  next(end: number, newest: (hour: number) => number): RowRun | null {
    const { history } = this.plugin;
    if (this.#next < history.first) {
      this.#next = history.first;
      this.#isBroken = true;
    }
    while (this.#next < end && !this.#isPlaced(this.#next, newest)) this.#skipTo(this.#next + 1);
    if (this.#next >= end) return null;
    const hour = this.#hourOf(this.#next);
    let to = this.#next + 1;
    while (to < end && this.#hourOf(to) === hour && history.timeAt(to) > history.timeAt(to - 1)) to += 1;
    return { hour, from: this.#next, to };
  }

  /** Rows of a run as written. */
  rows({ from, to }: RowRun): Rows {
    const rows = emptyRows(to - from);
    for (let index = from; index < to; index += 1) {
      rows.times[index - from] = this.plugin.history.timeAt(index);
      rows.covers[index - from] = this.#cover(index);
    }
    return rows;
  }

  /** Rows before `index` are on disk. */
  written(index: number): void {
    this.#next = index;
    this.#isBroken = false;
    this.#pace = this.plugin.paceMs();
  }

  #skipTo(index: number): void {
    this.#next = index;
    this.#isBroken = true;
  }

  #isPlaced(index: number, newest: (hour: number) => number): boolean {
    const time = this.plugin.history.timeAt(index);
    return time >= EARLIEST && time > newest(this.#hourOf(index));
  }

  #hourOf(index: number): number {
    return startOf('hour', this.plugin.history.timeAt(index));
  }

  #cover(index: number): number {
    const pace = Math.max(this.#pace, this.plugin.paceMs());
    return this.#isBroken && index === this.#next ? pace : coverAt(this.plugin, index, pace);
  }
}

/** Time covered by a sample in memory, in milliseconds. */
export function coverAt({ history, paceMs }: SampledPlugin, index: number, pace = paceMs()): number {
  const restored = history.restoredCover(index);
  if (restored !== null) return restored;
  if (index <= history.first || history.restoredCover(index - 1) !== null) return pace;
  const passed = history.timeAt(index) - history.timeAt(index - 1);
  return passed < 0 ? pace : Math.min(passed, MOST_REFRESHES * pace);
}
