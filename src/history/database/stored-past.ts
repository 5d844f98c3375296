/** Reads one host from a database: values at a moment, series, and the list of series. */
import type { RangeSeries, WantedRange } from '../past/history-source.ts';
import type { SeriesInfo } from '../past/series.ts';
import { seriesId } from '../../core/series-name.ts';
import type { Slice } from '../../core/slice.ts';
import { matching, PART, type QueryScope, selector, unions } from './promql.ts';
import type { QueryRow } from './rows.ts';
import { scopeOf, type StoredSetup } from './setup.ts';
import type { Labels, StoredField } from './stored-field.ts';
import { type Aggregate, emptySeries, fillColumn, finishSeries, overTime } from './stored-series.ts';

/** A value of a host. */
export interface StoredValue {
  readonly field: StoredField;
  /** Identity of the item; null: of the one object. */
  readonly item: string | null;
  readonly value: number;
}

export interface StoredMoment {
  readonly values: readonly StoredValue[];
  /** By plugin, then by field. */
  readonly texts: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** Lifetime of shared answers about the present. */
const MOMENT_MS = 5000;
const MOST_KEPT_MS = 60_000;

interface Named {
  readonly field: StoredField;
  readonly item: string | null;
}

export class StoredPast {
  readonly #setup: StoredSetup;

  constructor(setup: StoredSetup) {
    this.#setup = setup;
  }

  /** Name of the database, for messages. */
  get name(): string {
    return this.#setup.database.name;
  }

  /** Milliseconds between samples. */
  get pace(): number {
    return this.#setup.interval * 1000;
  }

  /** Rounds the present, so that requests within seconds share a reply. */
  shared(now: number): number {
    return Math.floor(now / MOMENT_MS) * MOMENT_MS;
  }

  /** All values and texts of a host. Throws `RequestError`. */
  async moment(host: string, at: number): Promise<StoredMoment> {
    const { fields, texts } = this.#setup.profile;
    const scope = this.#scope([matching(this.#setup.label, host)]);
    const parts = [...fields, ...texts].map((one) => one.expression(scope));
    const found = await this.#union(parts, at);
    const values = new Map<string, StoredValue>();
    const said = new Map<string, Readonly<Record<string, string>>>();
    for (const [part, { labels, points }] of found) {
      const value = points[1] ?? Number.NaN;
      const field = fields[part];
      const text = texts[part - fields.length];
      if (field !== undefined) addValue(values, field, labels, value);
      else if (text !== undefined) said.set(text.plugin, text.texts(labels, value));
    }
    return { values: [...values.values()], texts: said };
  }

  /** Series by id; unknown ones are omitted. Throws `RequestError`. */
  async range(
    host: string,
    ids: readonly string[],
    range: WantedRange,
    slice: Slice,
  ): Promise<Map<string, RangeSeries>> {
    const wanted = ids.flatMap((id) => this.#fieldsOf(id));
    const aggregates: Aggregate[] = range.hasBand ? ['avg', 'min', 'max'] : ['avg'];
    const asked = wanted.flatMap((one) => aggregates.map((aggregate) => ({ ...one, aggregate })));
    const own = matching(this.#setup.label, host);
    const parts = asked.map(({ field, item, aggregate }) => {
      const scope = this.#scope(
        [own, ...(item === null ? [] : (field.item?.matchers(item) ?? []))],
        range.step,
      );
      return overTime(field, scope, aggregate, range.step / 1000, this.#setup.interval);
    });
    const { from, to, step } = range;
    // A point covers the time before it.
    const grid = { from: (from + step) / 1000, to: to / 1000 };
    const keepMs = Math.min(step, MOST_KEPT_MS);
    const rows = await Promise.all(
      unions(parts).map((query) => this.#setup.database.range(query, grid, step / 1000, keepMs)),
    );
    const byId = new Map<string, RangeSeries>();
    for (const { labels, points } of rows.flat()) {
      const one = asked[Number(labels[PART])];
      if (one === undefined) continue;
      const { field, item, aggregate } = one;
      if (field.item !== null && field.item.of(labels) !== item) continue;
      const info = infoOf(field, item);
      const id = seriesId(info);
      const series = byId.get(id) ?? emptySeries(info, Math.round((to - from) / step));
      byId.set(id, series);
      fillColumn(series.bins[aggregate], points, { from, step, factor: field.factor });
      if (slice.isOver) await slice.next();
    }
    for (const series of byId.values()) {
      finishSeries(series, step, range.hasBand);
      if (slice.isOver) await slice.next();
    }
    return byId;
  }

  /** Series of a host with samples between two times, including vanished items. Throws `RequestError`. */
  async series(host: string, from: number, to: number): Promise<SeriesInfo[]> {
    const { database, profile, label } = this.#setup;
    const recorded = profile.fields.filter(({ isRecorded }) => isRecorded);
    const metrics = [...new Set(recorded.map(({ probe }) => probe.metric))];
    const scope = this.#scope([matching(label, host)]);
    const found = await database.series(
      metrics.map((metric) => selector(metric, scope)),
      { from: from / 1000, to: to / 1000 },
      MOST_KEPT_MS,
    );
    const infos = new Map<string, SeriesInfo>();
    for (const labels of found) {
      for (const field of recorded) {
        if (!isProbe(field, labels)) continue;
        const item = field.item === null ? null : field.item.of(labels);
        if (field.item !== null && item === null) continue;
        const info = infoOf(field, item);
        infos.set(seriesId(info), info);
      }
    }
    return [...infos.values()];
  }

  #scope(matchers: readonly string[], stepMs = 0): QueryScope {
    return scopeOf(this.#setup, matchers, stepMs);
  }

  async #union(parts: readonly string[], at: number): Promise<[part: number, row: QueryRow][]> {
    const rows = await Promise.all(
      unions(parts).map((query) => this.#setup.database.instant(query, at / 1000, MOMENT_MS)),
    );
    return rows.flat().map((row) => [Number(row.labels[PART]), row]);
  }

  /** Candidate fields of a series, with its item. */
  #fieldsOf(id: string): Named[] {
    const slash = id.indexOf('/');
    const name = id.slice(slash + 1);
    const plugin = id.slice(0, slash);
    return this.#setup.profile.fields.flatMap((field): Named[] => {
      if (!field.isRecorded || field.plugin !== plugin) return [];
      if (field.item === null) return field.field === name ? [{ field, item: null }] : [];
      return name.endsWith(`_${field.field}`)
        ? [{ field, item: name.slice(0, -field.field.length - 1) }]
        : [];
    });
  }
}

const isProbe = ({ probe }: StoredField, labels: Labels): boolean =>
  labels['__name__'] === probe.metric &&
  Object.entries(probe.labels).every(([name, value]) => labels[name] === value);

const infoOf = ({ plugin, field, kind, unit }: StoredField, item: string | null): SeriesInfo => ({
  plugin,
  item,
  field,
  kind,
  unit,
});

function addValue(values: Map<string, StoredValue>, field: StoredField, labels: Labels, value: number): void {
  const item = field.item === null ? null : field.item.of(labels);
  const id = seriesId(infoOf(field, item));
  if (!Number.isFinite(value) || values.has(id) || (field.item !== null && item === null)) return;
  values.set(id, { field, item, value: value * field.factor });
}
