/**
 * What all streams send from: the latest snapshot of every plugin, in the order in which they came. Each is turned into
 * bytes once, when the first stream needs it.
 */
import { createMarks, type MarksOf } from '../../../levels/marks.ts';
import type { MaybePromise, Plugin } from '../../../core/plugin.ts';
import type { Store } from '../../../store/store.ts';
import type { Bodies } from '../../bodies/bodies.ts';
import { eventFrame, type Frame, snapshotFrame } from './frames.ts';
import { formatPosition } from './position.ts';

/** The latest snapshot of a plugin. */
export interface Latest {
  readonly plugin: string;
  /** Number among all snapshots of this run; later ones have higher numbers. */
  readonly serial: number;
}

/** How values are to be shown, as an event of its own. */
export interface MarksEvent {
  /** Number of the snapshot with which the marks became what they are. */
  readonly serial: number;
  readonly frame: Uint8Array;
}

export interface Feed {
  /** Number of the latest snapshot of all. */
  readonly serial: number;
  /** The latest snapshots, oldest first. */
  latest(): Iterable<Latest>;
  frameOf(latest: Latest): MaybePromise<Frame>;
  /** Null for plugins whose values never have marks. */
  marksOf(latest: Latest): MarksEvent | null;
  stop(): void;
}

export interface FeedSetup {
  plugins: readonly Plugin[];
  store: Store;
  bodies: Bodies;
  /** Name of this run of the agent. */
  run: string;
  /** Told of every new snapshot, when it can be sent. */
  onSnapshot(): void;
}

class Entry implements Latest {
  readonly plugin: string;
  readonly declaration: Plugin;
  serial: number;
  time: number | null;
  frame: MaybePromise<Frame> | null = null;
  readonly marksOf: MarksOf;
  marks = '';
  /** The snapshot that `marks` was made of last. */
  marksMadeAt = -1;
  marksEvent: MarksEvent | null = null;

  constructor(declaration: Plugin, marksOf: MarksOf, serial: number, time: number | null) {
    this.plugin = declaration.name;
    this.declaration = declaration;
    this.marksOf = marksOf;
    this.serial = serial;
    this.time = time;
  }
}

export function createFeed({ plugins, store, bodies, run, onSnapshot }: FeedSetup): Feed {
  let serial = 0;
  // A map is in the order in which its keys were set: a new snapshot goes to the end.
  const entries = new Map<string, Entry>();
  for (const plugin of plugins) {
    const marksOf = createMarks(bodies.viewsSource(plugin));
    serial += 1;
    entries.set(plugin.name, new Entry(plugin, marksOf, serial, store.latest(plugin.name).time));
  }
  const stop = store.subscribe(({ plugin, time }) => {
    const entry = entries.get(plugin);
    if (entry === undefined) return;
    serial += 1;
    Object.assign(entry, { serial, time, frame: null });
    entries.delete(plugin);
    entries.set(plugin, entry);
    onSnapshot();
  });
  const entryOf = ({ plugin }: Latest): Entry => entries.get(plugin) as Entry;

  return {
    get serial() {
      return serial;
    },
    latest: () => entries.values(),
    frameOf(latest) {
      const entry = entryOf(latest);
      entry.frame ??= makeFrame(entry, bodies, run);
      return entry.frame;
    },
    marksOf(latest) {
      const entry = entryOf(latest);
      if (!hasMarks(entry.declaration)) return null;
      if (entry.marksMadeAt !== entry.serial) makeMarks(entry, store.latest(entry.plugin).value);
      return entry.marksEvent;
    },
    stop,
  };
}

const hasMarks = (plugin: Plugin): boolean =>
  plugin.shape === 'object' || (plugin.shape === 'list' && plugin.key !== null);

function makeFrame(entry: Entry, bodies: Bodies, run: string): MaybePromise<Frame> {
  const id = formatPosition(run, entry.serial, entry.time);
  const body = bodies.of(entry.declaration, 'stats');
  if (!(body instanceof Promise)) return snapshotFrame(entry.plugin, id, body.bytes);
  const made = body.then(({ bytes }) => {
    const frame = snapshotFrame(entry.plugin, id, bytes);
    if (entry.frame === made) entry.frame = frame;
    return frame;
  });
  return made;
}

function makeMarks(entry: Entry, value: unknown): void {
  const marks = entry.marksOf(value);
  const text = JSON.stringify(marks);
  entry.marksMadeAt = entry.serial;
  if (text === entry.marks) return;
  entry.marks = text;
  entry.marksEvent = { serial: entry.serial, frame: eventFrame(`${entry.plugin}/views`, marks) };
}
