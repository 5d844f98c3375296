/** The history source of an archive: of an agent, or of a hub's servers. */
import type { Plugin } from '../../core/plugin.ts';
import type { Slice } from '../../core/slice.ts';
import type {
  HistorySource,
  ListedSeries,
  Moment,
  RangeEvents,
  RangeSeries,
  TopEntry,
  WantedRange,
} from '../past/history-source.ts';
import type { Archive } from './archive.ts';
import { valuesAtMoment } from './query/moment.ts';
import { RangeReader, type RangeSetup } from './query/range.ts';
import { listSeries } from './query/series-list.ts';
import { recordedFields } from './write/declared-series.ts';

/** Older ranges are in files, and change with those only. */
const SETTLED_MS = 2 * 3_600_000;

interface ArchiveHistorySetup {
  /** Called on first use of the archive. Throws if there is none. */
  open(): { archive: Archive; reading: RangeSetup };
  /** Milliseconds since the epoch. */
  now: number;
  /** Changes with each sample. */
  samples(): number;
  /** Plugins with complete fields at a moment: NaN for missing values. */
  registry: readonly Plugin[];
  events(from: number, to: number): Promise<RangeEvents>;
}

export class ArchiveHistory implements HistorySource {
  readonly #setup: ArchiveHistorySetup;
  #opened: ReturnType<ArchiveHistorySetup['open']> | null = null;

  constructor(setup: ArchiveHistorySetup) {
    this.#setup = setup;
  }

  get pace(): number {
    return this.#open().archive.pace();
  }

  get oldest(): number | null {
    return this.#open().archive.since();
  }

  get slice(): Slice {
    return this.#open().reading.slice;
  }

  version(to: number): string {
    const isSettled = to < this.#setup.now - SETTLED_MS;
    return `${this.#open().reading.folder.version}.${isSettled ? 0 : this.#setup.samples()}`;
  }

  async *range(ids: readonly string[], range: WantedRange): AsyncGenerator<RangeSeries | null> {
    const reader = await RangeReader.open(this.#open().reading, range);
    for (const id of ids) yield await reader.read(id);
  }

  series(from: number, to: number): Promise<ListedSeries[]> {
    return listSeries(this.#open().reading, from, to);
  }

  async moment(at: number): Promise<Moment> {
    const { objects, lists, ...moment } = await valuesAtMoment(this.#open().reading, at);
    return {
      ...moment,
      objects: mapped(objects, (fields, plugin) => new Map([...this.#noValues(plugin), ...fields])),
      lists: mapped(lists, (items, plugin) => {
        const noValues = this.#noValues(plugin);
        return mapped(items, (fields) => new Map([...noValues, ...fields]));
      }),
    };
  }

  async top(at: number): Promise<TopEntry | null> {
    return this.#open().archive.topAt(at);
  }

  events(from: number, to: number): Promise<RangeEvents> {
    return this.#setup.events(from, to);
  }

  #open(): ReturnType<ArchiveHistorySetup['open']> {
    this.#opened ??= this.#setup.open();
    return this.#opened;
  }

  #noValues(name: string): (readonly [field: string, value: number])[] {
    const plugin = this.#setup.registry.find((one) => one.name === name);
    return (plugin === undefined ? [] : recordedFields(plugin)).map((field) => [field, Number.NaN] as const);
  }
}

const mapped = <V, R>(map: ReadonlyMap<string, V>, make: (value: V, name: string) => R): Map<string, R> =>
  new Map([...map].map(([name, value]) => [name, make(value, name)]));
