/** The source of all streams: the latest snapshot of every plugin, in order of arrival, serialized once on first use. */
import type { SavedEvent } from '../../core/event.ts';
import type { MaybePromise, Plugin } from '../../core/plugin.ts';
import { whenMade } from '../../core/when-made.ts';
import type { Store } from '../../core/store/store.ts';
import type { JsonCache } from '../json-cache/json-cache.ts';
import type { DifferenceBody, ProcessDifferences } from '../json-cache/process-differences.ts';
import { type Companion, type CompanionEvent, type Companions, createCompanions } from './companions.ts';
import { type Frame, snapshotFrame } from './frames.ts';
import { formatEventId } from './event-id.ts';

/** Name of the event with differences of the process list. */
const PROCESSES = 'processes';

/** The latest snapshot of a plugin. */
export interface Latest {
  readonly plugin: string;
  /** Number among all snapshots of this run; later ones have higher numbers. */
  readonly serial: number;
}

export interface Feed {
  /** Number of the latest snapshot of all. */
  readonly serial: number;
  /** Returns the latest snapshots, oldest first. */
  latest(): Iterable<Latest>;
  frameOf(latest: Latest): MaybePromise<Frame>;
  /** Changes of the process list since a snapshot. */
  differenceOf(latest: Latest, since: number): MaybePromise<DifferenceFrame>;
  /** Null for plugins without one. */
  companionOf(latest: Latest, companion: Companion): CompanionEvent | null;
  stop(): void;
}

export interface DifferenceFrame {
  readonly frame: Frame;
  /** Sequence number of the client's process list afterwards. */
  readonly sequence: number;
}

export interface FeedSetup {
  plugins: readonly Plugin[];
  store: Store;
  jsonCache: JsonCache;
  differences: ProcessDifferences;
  /** Ongoing and recent events, newest first. */
  events: () => readonly SavedEvent[];
  /** Name of this run of the agent. */
  run: string;
  /** Called for every new snapshot when it can be sent. */
  onSnapshot(): void;
}

class FeedEntry implements Latest {
  readonly plugin: string;
  readonly declaration: Plugin;
  serial: number;
  time: number | null;
  frame: MaybePromise<Frame> | null = null;
  readonly companions: Companions;

  constructor(declaration: Plugin, companions: Companions, serial: number, time: number | null) {
    this.plugin = declaration.name;
    this.declaration = declaration;
    this.companions = companions;
    this.serial = serial;
    this.time = time;
  }
}

export function createFeed(setup: FeedSetup): Feed {
  const { plugins, store, jsonCache, differences, run, onSnapshot } = setup;
  let serial = 0;
  // Maps keep insertion order: a new snapshot moves to the end.
  const entries = new Map<string, FeedEntry>();
  for (const plugin of plugins) {
    const companions = createCompanions(jsonCache.viewsSource(plugin), setup.events);
    serial += 1;
    entries.set(plugin.name, new FeedEntry(plugin, companions, serial, store.latest(plugin.name).time));
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
  const entryOf = ({ plugin }: Latest): FeedEntry => entries.get(plugin) as FeedEntry;

  return {
    get serial() {
      return serial;
    },
    latest: () => entries.values(),
    frameOf(latest) {
      const entry = entryOf(latest);
      entry.frame ??= makeFrame(entry, jsonCache, run);
      return entry.frame;
    },
    differenceOf(latest, since) {
      const { serial, time } = entryOf(latest);
      const id = formatEventId(run, serial, time);
      const frameWith = ({ sequence, body }: DifferenceBody): DifferenceFrame => ({
        sequence,
        frame: snapshotFrame(PROCESSES, id, body),
      });
      return whenMade(differences.since(since), frameWith);
    },
    companionOf(latest, companion) {
      const { companions, serial, plugin } = entryOf(latest);
      return companions[companion]?.(serial, () => store.latest(plugin).value) ?? null;
    },
    stop,
  };
}

function makeFrame(entry: FeedEntry, jsonCache: JsonCache, run: string): MaybePromise<Frame> {
  const id = formatEventId(run, entry.serial, entry.time);
  const body = jsonCache.of(entry.declaration, 'stats');
  if (!(body instanceof Promise)) return snapshotFrame(entry.plugin, id, body);
  const made = body.then((whole) => {
    const frame = snapshotFrame(entry.plugin, id, whole);
    if (entry.frame === made) entry.frame = frame;
    return frame;
  });
  return made;
}
