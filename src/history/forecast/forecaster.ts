/**
 * Computes forecasts hourly. Each run reads the hours since the last one and a part of older history, so none costs much; after a
 * start, runs follow each other until two weeks are known.
 */
import { counted } from '../../core/counted.ts';
import type { PluginValue } from '../../core/served.ts';
import { explain } from '../../core/explain.ts';
import { type Forecast, type Forecasts, NO_FORECASTS } from '../../core/forecast.ts';
import type { Clock } from '../../core/host.ts';
import type { HistorySource, Share } from '../past/history-source.ts';
import { type Growth, growthOf, HOURS, LEAST_HOURS } from './growth.ts';
import { type Dated, type Filling, FORECAST_SUBJECTS, type ForecastSubject, type Sizes } from './subjects.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const YEAR_MS = 365 * DAY_HOURS * HOUR_MS;
/** Hours that one run reads, where nobody waits for the result. */
const PIECE = 6;
/** From one piece to the next. */
const NEXT_PIECE_MS = 20_000;
/** After the hour, when its last minute is on disk. */
const AFTER_HOUR_MS = 120_000;
/** Items of a kind. */
const MOST = 100;

/** The part of a history that is read. */
export type ForecastSource = Pick<HistorySource, 'oldest' | 'range' | 'slice' | 'top'>;

interface ForecasterSetup {
  /** Returns the past, or the reason for its absence as a sentence. Called for each run. */
  source(): ForecastSource | string;
  /** Latest value of a plugin; null: there is none. */
  latest(plugin: string): PluginValue;
  clock: Clock;
  /** Hours that one run reads; default: a few. */
  piece?: number;
  /** Told of each result. */
  onResult(forecasts: Forecasts): void;
}

/** Values of the last hours, up to `Forecaster.#end`; known from `from` on. */
interface Row {
  readonly values: Float64Array;
  from: number;
}

export class Forecaster {
  readonly #setup: ForecasterSetup;
  readonly #piece: number;
  /** Begin of the hour that is not over. */
  #end = 0;
  readonly #rows = new Map<string, Row>();
  /** Programs with the most memory, hour by hour. */
  #tops: Sizes[] = [];
  #topsFrom = 0;
  /** All was read once; items that are new since then may still be read. */
  #isKnown = false;
  #latest: Forecasts = NO_FORECASTS;
  #cancel = (): void => {};
  #isStopped = false;

  constructor(setup: ForecasterSetup) {
    this.#setup = setup;
    this.#piece = setup.piece ?? PIECE;
  }

  latest(): Forecasts {
    return this.#latest;
  }

  /** Begins; ends with `stop`. */
  start(): void {
    if (this.#isStopped) return;
    const { clock } = this.#setup;
    void this.run().then((isComplete) => {
      if (this.#isStopped) return;
      const now = clock.now();
      const toHour = HOUR_MS - (now % HOUR_MS) + AFTER_HOUR_MS;
      this.#cancel = clock.setTimer(() => this.start(), isComplete ? toHour : NEXT_PIECE_MS);
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** Never rejects. True: two weeks are known, or everything kept. */
  async run(): Promise<boolean> {
    const source = this.#setup.source();
    if (typeof source === 'string') {
      await this.#predict(null, [source]);
      return true;
    }
    try {
      const isComplete = await this.#read(source);
      this.#isKnown ||= isComplete;
      await this.#predict(this.#isKnown ? source : null, isComplete ? [] : [READING]);
      return isComplete;
    } catch (error) {
      // Lost data are read again, with everything else.
      this.#end = 0;
      await this.#predict(null, [`The history cannot be read: ${explain(error)}.`]);
      return true;
    }
  }

  /** Reads the new hours and a piece of older ones. True when nothing older is left. */
  async #read(source: ForecastSource): Promise<boolean> {
    const end = Math.floor(this.#setup.clock.now() / HOUR_MS) * HOUR_MS;
    const passed = (end - this.#end) / HOUR_MS;
    // After a long sleep, or where the clock was set back, all is read again, piece by piece.
    if (passed < 0 || passed > this.#piece) {
      this.#rows.clear();
      this.#isKnown = false;
      this.#tops = Array.from({ length: HOURS }, noSizes);
      this.#topsFrom = end;
    } else if (passed > 0) this.#advance(passed);
    this.#end = end;
    this.#keepRowsOf(this.#fillings());
    const begin = this.#begin(source);
    const wanted = new Map<string, string[]>();
    for (const [id, row] of this.#rows) {
      if (passed > 0 && passed <= this.#piece && row.from < end) add(wanted, end - passed * HOUR_MS, end, id);
      if (row.from <= begin) continue;
      const from = Math.max(end - HOURS * HOUR_MS, row.from - this.#piece * HOUR_MS);
      add(wanted, from, row.from, id);
      row.from = from;
    }
    for (const [span, ids] of wanted) await this.#readSpan(source, span, ids);
    await this.#readTops(source, begin, passed);
    return this.#topsFrom <= begin && [...this.#rows.values()].every(({ from }) => from <= begin);
  }

  #advance(passed: number): void {
    for (const { values } of this.#rows.values()) {
      values.copyWithin(0, passed);
      values.fill(Number.NaN, HOURS - passed);
    }
    this.#tops = [...this.#tops.slice(passed), ...Array.from({ length: passed }, noSizes)];
  }

  /** Items that are gone are forgotten, new ones are read from now backwards. */
  #keepRowsOf(fillings: readonly Filling[]): void {
    const ids = new Set(fillings.flatMap(({ left }) => left ?? []));
    for (const id of this.#rows.keys()) if (!ids.has(id)) this.#rows.delete(id);
    for (const id of ids) {
      if (this.#rows.has(id)) continue;
      this.#rows.set(id, { values: new Float64Array(HOURS).fill(Number.NaN), from: this.#end });
    }
  }

  async #readSpan(source: ForecastSource, span: string, ids: readonly string[]): Promise<void> {
    const [from = 0, to = 0] = span.split(' ').map(Number);
    let at = 0;
    for await (const found of source.range(ids, { from, to, step: HOUR_MS, hasBand: false })) {
      const row = this.#rows.get(ids[at] as string);
      if (found !== null) row?.values.set(found.bins.avg, this.#slot(from));
      at += 1;
    }
  }

  /** Reads the busiest programs; the last entry of a piece stands for all of it. */
  async #readTops(source: ForecastSource, begin: number, passed: number): Promise<void> {
    const read = async (from: number, to: number): Promise<void> => {
      const entry = await source.top(to - 1);
      if (entry !== null) this.#tops.fill(sizesOf(entry.memory), this.#slot(from), this.#slot(to));
    };
    if (passed > 0 && passed <= this.#piece) await read(this.#end - passed * HOUR_MS, this.#end);
    if (this.#topsFrom <= begin) return;
    const from = Math.max(this.#end - HOURS * HOUR_MS, this.#topsFrom - this.#piece * HOUR_MS);
    await read(from, this.#topsFrom);
    this.#topsFrom = from;
  }

  /** Returns the earliest useful hour. */
  #begin({ oldest }: ForecastSource): number {
    return Math.max(this.#end - HOURS * HOUR_MS, oldest ?? 0);
  }

  #isRead({ left }: Filling, source: ForecastSource): boolean {
    return left === null || (this.#rows.get(left)?.from ?? Number.POSITIVE_INFINITY) <= this.#begin(source);
  }

  #slot(time: number): number {
    return HOURS - (this.#end - time) / HOUR_MS;
  }

  #find({ find }: ForecastSubject): readonly (Filling | Dated)[] {
    const { latest, clock } = this.#setup;
    return find({ latest, programs: this.#tops.at(-1) ?? noSizes(), now: clock.now() }).slice(0, MOST);
  }

  #fillings(): Filling[] {
    return FORECAST_SUBJECTS.flatMap((subject) => this.#find(subject)).filter((one) => 'used' in one);
  }

  /** @param source null: only what needs no history is predicted */
  async #predict(source: ForecastSource | null, missing: string[]): Promise<void> {
    const now = this.#setup.clock.now();
    const forecasts: Forecast[] = [];
    for (const subject of FORECAST_SUBJECTS) {
      for (const item of this.#find(subject)) {
        if (!('used' in item)) forecasts.push({ ...NO_GROWTH, ...item, kind: subject.kind });
        else if (source !== null && this.#isRead(item, source)) {
          const hours = this.#hoursOf(item);
          const growth = growthOf(hours, limitOf(item), item.size);
          const isMeant = growth !== null && !(subject.onlyGrows && growth.cleanUps > 0);
          if (isMeant) forecasts.push(forecastOf(subject, item, growth, now));
          else if (item.left !== null && growth === null) missing.push(...shortness(item, hours));
          if (source.slice.isOver) await source.slice.next();
        }
      }
    }
    this.#latest = {
      time: source === null ? null : now,
      forecasts: forecasts
        .filter(({ from, to }) => from - now < YEAR_MS && to - now < 2 * YEAR_MS)
        .sort((a, b) => a.likely - b.likely),
      missing,
    };
    this.#setup.onResult(this.#latest);
  }

  /** Use in a unit in which it grows: what is left counts downwards. */
  #hoursOf({ left, subject }: Filling): Float64Array {
    if (left === null) return Float64Array.from(this.#tops, (sizes) => sizes.get(subject) ?? Number.NaN);
    return (this.#rows.get(left)?.values ?? new Float64Array()).map((value) => -value);
  }
}

const READING = 'The history is being read; forecasts follow within half an hour.';

const noSizes = (): Sizes => new Map();

/** A program has a share for each unit and container that it runs in. */
function sizesOf(shares: readonly Share[]): Sizes {
  const sizes = new Map<string, number>();
  for (const [name, bytes] of shares) sizes.set(name, (sizes.get(name) ?? 0) + bytes);
  return sizes;
}

const NO_GROWTH = { growth: null, used: null, limit: null, unit: null } as const;

function add(wanted: Map<string, string[]>, from: number, to: number, id: string): void {
  const span = `${from} ${to}`;
  wanted.set(span, [...(wanted.get(span) ?? []), id]);
}

const limitOf = ({ left, limit }: Filling): number => (left === null ? limit : 0);

function forecastOf({ kind }: ForecastSubject, item: Filling, growth: Growth, now: number): Forecast {
  const { subject, label, used, limit, unit } = item;
  const after = (hours: number): number => Math.round(now + hours * HOUR_MS);
  const perSecond = (perHour: number): number => perHour / 3600;
  return {
    kind,
    subject,
    label,
    from: after(growth.from),
    likely: after(Math.min(growth.to, Math.max(growth.from, growth.until))),
    to: after(growth.to),
    growth: {
      low: perSecond(growth.low),
      likely: perSecond(growth.likely),
      high: perSecond(growth.high),
    },
    used,
    limit,
    unit,
  };
}

/** Says that a history is too short. */
function shortness({ label }: Filling, hours: Float64Array): string[] {
  const first = hours.findIndex((value) => !Number.isNaN(value));
  const known = first === -1 ? 0 : hours.length - first;
  if (known >= LEAST_HOURS) return [];
  const days = Math.floor(known / DAY_HOURS);
  return [`${label} has ${counted(days, 'day')} of history; a forecast needs ${LEAST_HOURS / DAY_HOURS}.`];
}
