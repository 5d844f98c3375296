/** The past of one machine, wherever it is kept: in its own archive, in the archive of its hub, or in a database. */
import type { SavedEvent } from '../../core/event.ts';
import type { Slice } from '../../core/time-slicer.ts';
import type { SeriesInfo } from './series.ts';

/** A regular grid, in milliseconds since the epoch. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

export interface WantedRange extends Range {
  /** Whether the smallest and the largest values are wanted too. */
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

/** The map below a name; a new one where there is none. */
export function childOf<V>(map: Map<string, Map<string, V>>, name: string): Map<string, V> {
  const child = map.get(name) ?? new Map<string, V>();
  map.set(name, child);
  return child;
}

/** Use of a program. Unit of systemd and container are null or missing where the program runs in none, or it was not recorded. */
export type Share = readonly [name: string, value: number, unit?: string | null, container?: string | null];

/** The programs that used the machine most in the time before a moment. No command lines: they hold secrets. */
export interface TopEntry {
  /** End of that time, in milliseconds since the epoch. */
  readonly time: number;
  /** Its length in seconds. */
  readonly seconds: number;
  /** Percent of a core on average. */
  readonly cpu: readonly Share[];
  /** Resident bytes at the end. */
  readonly memory: readonly Share[];
  /** Bytes read and written per second on average. */
  readonly io: readonly Share[];
  /** Page faults per second that read a disk, on average; missing: not recorded. */
  readonly faults?: readonly Share[];
  /** Bytes in swap at the end; likewise. */
  readonly swap?: readonly Share[];
}

export interface Mark {
  readonly kind: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** In words: why, or how much; null where there is nothing to say. */
  readonly detail: string | null;
}

/** Note of a user on the time line. */
export interface Note {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** End of a stretch of time; null: it is about a moment. */
  readonly until: number | null;
  readonly text: string;
  /** Words to find it by. */
  readonly tags: readonly string[];
}

/** What happened in a range of time. */
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
  /** TimeSlicer of the request, shared by reading and by what is made of the values. */
  readonly slice: Slice;
  /** Changes whenever a reply about times before `to` may change; null where the source does not know. */
  version(to: number): string | null;
  /** The series of these ids, in this order, one after the other; null where the source has nothing of it. */
  range(ids: readonly string[], range: WantedRange): AsyncIterable<RangeSeries | null>;
}

export interface HistorySource extends RangeSource {
  /** The series with values between two times, those of items that are gone included. */
  series(from: number, to: number): Promise<readonly ListedSeries[]>;
  moment(at: number): Promise<Moment>;
  /** Null where the source has no programs of that time. */
  top(at: number): Promise<TopEntry | null>;
  events(from: number, to: number): Promise<RangeEvents>;
}

export const LONGEST_NOTE = 500;
export const MOST_TAGS = 10;
export const LONGEST_TAG = 40;

/** Notes that overlap a range, in their order. */
export const notesBetween = (notes: readonly Note[], from: number, to: number): Note[] =>
  notes.filter(({ time, until }) => time < to && (until ?? time) >= from);
