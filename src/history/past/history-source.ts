/** Past of one machine, wherever it is stored: in its own archive, in the archive of its hub, or in a database. */
import type { SavedEvent } from '../../core/event.ts';
import { closed, listOf, moment, number, orNull, text, tuple, type TypeOf } from '../../core/shape.ts';
import type { Slice } from '../../core/slice.ts';
import type { NOTE } from './note.ts';
import type { SeriesInfo } from './series.ts';

/** A regular grid, in milliseconds since the epoch. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

export interface WantedRange extends Range {
  /** True if the smallest and the largest values are requested, too. */
  readonly hasBand: boolean;
}

/** One value per interval, NaN where there is none. */
export interface RollUp {
  readonly avg: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** Milliseconds that samples stand for, 0 where there is none. */
  readonly covered: Float64Array;
}

/** A series on a grid. */
export interface RangeSeries {
  readonly info: SeriesInfo;
  readonly bins: RollUp;
}

/** A series with values in a range. */
export interface ListedSeries {
  readonly id: string;
  readonly info: SeriesInfo;
  /** Times of the first and last value in the range, milliseconds since the epoch, as precise as the source is. */
  readonly first: number;
  readonly last: number;
  /** Memory has samples of it. */
  readonly isLive: boolean;
}

/** Values by field. */
export type MomentFields = ReadonlyMap<string, number>;

/** All values of a machine at one moment, by plugin; of a list, below the identities of its items. */
export interface Moment {
  /** Begin of the stretch that the values are averages of, and its length, in milliseconds. */
  readonly time: number;
  readonly step: number;
  readonly objects: ReadonlyMap<string, MomentFields>;
  readonly lists: ReadonlyMap<string, ReadonlyMap<string, MomentFields>>;
}

/** Returns the map below a name; creates it if missing. */
export function childOf<V>(map: Map<string, Map<string, V>>, name: string): Map<string, V> {
  const child = map.get(name) ?? new Map<string, V>();
  map.set(name, child);
  return child;
}

/** Use of a program. Unit of systemd and container are null or missing where the program runs in none, or it was not recorded. */
export type Share = readonly [name: string, value: number, unit?: string | null, container?: string | null];
const OWNER = orNull(text());
const SHARES = listOf(tuple<Share>([text(), number(), OWNER, OWNER], 2));

/** The programs that used the machine most in the time before a moment. No command lines: they hold secrets. */
export const TOP_ENTRY = closed(
  'The busiest programs.',
  {
    time: moment('End of that time'),
    seconds: number('Its length.'),
    cpu: { ...SHARES, description: 'Percent of a core on average.' },
    memory: { ...SHARES, description: 'Resident bytes at the end.' },
    io: { ...SHARES, description: 'Bytes read and written per second on average.' },
    faults: { ...SHARES, description: 'Page faults per second that read a disk, on average.' },
    swap: { ...SHARES, description: 'Bytes in swap at the end.' },
  },
  // Those that were not recorded.
  ['faults', 'swap'],
);
export type TopEntry = TypeOf<typeof TOP_ENTRY>;

export const MARK = closed('A mark.', {
  kind: text('Its kind.'),
  time: moment('Its time'),
  detail: orNull(text('In words: why, or how much; null where there is nothing to say.')),
});
export type Mark = TypeOf<typeof MARK>;

/** Note of a user on the time line. */
export type Note = TypeOf<typeof NOTE>;

/** Events in a range of time. */
export interface RangeEvents {
  /** Events that lasted at any time of the range, by their begin. */
  readonly events: readonly SavedEvent[];
  /** Marks of the agent and the machine: `start`, `stop`, `killed`, `boot`, `suspend`, `clock`, `paused`, `resumed`. */
  readonly marks: readonly Mark[];
  readonly notes: readonly Note[];
  /** A sentence about missing events, marks or notes, and the reason. */
  readonly missing?: string;
}

/** Reads series on a grid, for one request. Every operation rejects where its source cannot be read. */
export interface RangeSource {
  /** Milliseconds between samples: the finest step of a range. */
  readonly pace: number;
  /** Time of the oldest value; null where there is none, or where the source does not know it. */
  readonly oldest: number | null;
  /** Slice of the request, shared by reading and by what is made of the values. */
  readonly slice: Slice;
  /** Changes whenever a reply about times before `to` may change; null where the source does not know. */
  version(to: number): string | null;
  /** Yields the series of these ids, in this order; null if the source has nothing of it. */
  range(ids: readonly string[], range: WantedRange): AsyncIterable<RangeSeries | null>;
}

export interface HistorySource extends RangeSource {
  /** Returns the series with values between two times, including those of items that are gone. */
  series(from: number, to: number): Promise<readonly ListedSeries[]>;
  moment(at: number): Promise<Moment>;
  /** Null where the source has no programs of that time. */
  top(at: number): Promise<TopEntry | null>;
  events(from: number, to: number): Promise<RangeEvents>;
}

/** Notes that overlap a range, in their order. */
export const notesBetween = (notes: readonly Note[], from: number, to: number): Note[] =>
  notes.filter(({ time, until }) => time < to && (until ?? time) >= from);
