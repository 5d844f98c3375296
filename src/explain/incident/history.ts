/** The past that an incident file holds. */
import type { Slice } from '../../core/slice.ts';
import {
  childOf,
  type HistorySource,
  type ListedSeries,
  type Moment,
  notesBetween,
  type RangeEvents,
  type RangeSeries,
  type RollUp,
  type TopEntry,
  type WantedRange,
} from '../../history/past/history-source.ts';
import { seriesId } from '../../core/series-name.ts';
import type { Incident, IncidentSeries } from './incident.ts';

const MINUTE_MS = 60_000;

type IncidentPast = Pick<Incident, 'from' | 'step' | 'series' | 'top' | 'events' | 'marks' | 'notes'>;

export class IncidentHistory implements HistorySource {
  readonly slice: Slice;
  readonly #kept: IncidentPast;
  readonly #byId: Map<string, IncidentSeries>;

  /** @param byId the series by their ids, where another has them already */
  constructor(
    kept: IncidentPast,
    slice: Slice,
    byId = new Map(kept.series.map((one) => [seriesId(one), one])),
  ) {
    this.slice = slice;
    this.#kept = kept;
    this.#byId = byId;
  }

  /** Returns the same history for another request. */
  within(slice: Slice): IncidentHistory {
    return new IncidentHistory(this.#kept, slice, this.#byId);
  }

  get pace(): number {
    return this.#kept.step;
  }

  get oldest(): number | null {
    const { from, step, series } = this.#kept;
    const first = Math.min(
      ...series
        .map(({ values }) => values.findIndex((value) => value !== null))
        .filter((index) => index >= 0),
    );
    return Number.isFinite(first) ? from + first * step : null;
  }

  /** Constant, since the file is read once. */
  version(): string {
    return 'incident';
  }

  async *range(ids: readonly string[], range: WantedRange): AsyncGenerator<RangeSeries | null> {
    for (const id of ids) {
      const found = this.#byId.get(id);
      yield found === undefined ? null : { info: infoOf(found), bins: this.#bins(found, range) };
      if (this.slice.isOver) await this.slice.next();
    }
  }

  async series(from: number, to: number): Promise<ListedSeries[]> {
    const { from: begin, step } = this.#kept;
    const listed: ListedSeries[] = [];
    for (const [id, one] of this.#byId) {
      const inside = (_: unknown, index: number): boolean =>
        one.values[index] !== null && begin + (index + 1) * step > from && begin + index * step < to;
      const first = one.values.findIndex(inside);
      if (first < 0) continue;
      const last = one.values.findLastIndex(inside);
      listed.push({
        id,
        info: infoOf(one),
        first: begin + first * step,
        last: begin + last * step,
        isLive: false,
      });
      if (this.slice.isOver) await this.slice.next();
    }
    return listed;
  }

  /** Averages of the minute that holds the moment, as of every history; of a step where that is longer. */
  async moment(at: number): Promise<Moment> {
    const { from, step: own } = this.#kept;
    const step = Math.max(MINUTE_MS, own);
    const time = own > MINUTE_MS ? from + Math.floor((at - from) / own) * own : Math.floor(at / step) * step;
    const objects = new Map<string, Map<string, number>>();
    const lists = new Map<string, Map<string, Map<string, number>>>();
    for (const one of this.#byId.values()) {
      const value = this.#bins(one, { from: time, to: time + step, step, hasBand: false }).avg[0];
      if (value === undefined || Number.isNaN(value)) continue;
      const { plugin, item, field } = one;
      const fields = item === null ? childOf(objects, plugin) : childOf(childOf(lists, plugin), item);
      fields.set(field, value);
      if (this.slice.isOver) await this.slice.next();
    }
    return { time, step, objects, lists };
  }

  async top(at: number): Promise<TopEntry | null> {
    return this.#kept.top.find(({ time, seconds }) => time >= at && time - seconds * 1000 <= at) ?? null;
  }

  async events(from: number, to: number): Promise<RangeEvents> {
    const { events, marks, notes } = this.#kept;
    return {
      events: events.filter(
        ({ event: { begin, end } }) => begin * 1000 < to && (end === -1 || end * 1000 >= from),
      ),
      marks: marks.filter(({ time }) => time >= from && time < to),
      notes: notesBetween(notes, from, to),
    };
  }

  /** Each interval has the values whose middles lie in it: its step is never finer than theirs. */
  #bins({ values, min = values, max = values }: IncidentSeries, { from, to, step }: WantedRange): RollUp {
    const { from: begin, step: own } = this.#kept;
    const length = Math.max(0, Math.round((to - from) / step));
    const bins = {
      avg: new Float64Array(length).fill(Number.NaN),
      min: new Float64Array(length).fill(Number.NaN),
      max: new Float64Array(length).fill(Number.NaN),
      covered: new Float64Array(length),
    };
    const middle = begin + own / 2;
    const last = Math.min(values.length - 1, Math.ceil((to - middle) / own) - 1);
    const counts = new Uint32Array(length);
    for (let index = Math.max(0, Math.ceil((from - middle) / own)); index <= last; index += 1) {
      const value = values[index] ?? null;
      if (value === null) continue;
      const row = Math.floor((middle + index * own - from) / step);
      const [low, high] = [min[index] ?? value, max[index] ?? value];
      const isFirst = counts[row] === 0;
      counts[row] = (counts[row] as number) + 1;
      bins.avg[row] = isFirst ? value : (bins.avg[row] as number) + value;
      bins.min[row] = isFirst ? low : Math.min(bins.min[row] as number, low);
      bins.max[row] = isFirst ? high : Math.max(bins.max[row] as number, high);
      bins.covered[row] = (bins.covered[row] as number) + own;
    }
    for (const [row, count] of counts.entries())
      if (count > 1) bins.avg[row] = (bins.avg[row] as number) / count;
    return bins;
  }
}

const infoOf = ({ plugin, item, field, kind, unit }: IncidentSeries) => ({ plugin, item, field, kind, unit });
