/** Shared readings: each source exists once and is read at most once per tick. */
import type { Host, HostReader } from '../../core/host.ts';
import { fallbackOf } from '../../core/option-parse.ts';
import type { Options, OptionValues } from '../../core/options.ts';
import { NotFetched } from '../../core/not-fetched.ts';
import type { Reason } from '../../core/said.ts';
import type { Source, SourceInstance } from '../../core/source.ts';
import { completed, type Fetching, readFetched } from '../../core/fetched.ts';
import { NO_SHORTAGES, type Shortages } from './shortages.ts';

export interface Sources {
  /** Returns the instance of a source, created on demand. */
  instance<T, X extends object>(source: Source<T, X>): SourceInstance<T> & X;
  /** Reads a source, or repeats this tick's result or error. A hanging read is not started again. */
  read<T>(source: Source<T>): T;
  /** Fetches the files of a source whose reading must not wait, once per tick; see `HostReader`. */
  files(source: Source): Fetching;
  /** Paths of a source that have not answered yet. */
  awaited(source: Source): string[];
  /** Drops the last tick's readings. */
  nextTick(): void;
}

interface SourcesSetup {
  host: Host;
  /** Returns the host for one source; default: `host`. */
  reader?(name: string): HostReader | null;
  shortages?: Shortages;
  optionsOf(plugin: string): OptionValues<Options>;
  notice(plugin: string, topic: string, reason: Reason | null): void;
  isWatched(plugin: string): boolean;
}

interface SourceReader {
  readonly reader: HostReader | null;
  /** Files missed before its first asynchronous reading; null: it reads synchronously, and its users fetch for it. */
  missedBefore: number | null;
  /** Tick of the last fetch, and its end. */
  fetchedIn: number;
  fetching: Promise<void> | undefined;
}

interface Memo {
  tick: number;
  pending: boolean;
  outcome: { value: unknown } | { error: unknown };
}

const missedBy = ({ reader, missedBefore }: SourceReader): number => missedBefore ?? reader?.missed ?? 0;

const defaultsOf = (options: Options): OptionValues<Options> =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, fallbackOf(option)]));

export function createSources(setup: SourcesSetup): Sources {
  const instances = new Map<Source, SourceInstance>();
  const memos = new Map<Source, Memo>();
  const readers = new Map<Source, SourceReader>();
  const { shortages = NO_SHORTAGES } = setup;
  let tick = 0;

  const instance = <T, X extends object>(source: Source<T, X>): SourceInstance<T> & X => {
    let made = instances.get(source);
    if (made === undefined) {
      const owner = source.owner ?? '';
      made = source.create({
        host: readerOf(source).reader?.host ?? setup.host,
        // Without the owner among the plugins, its defaults apply.
        options: { ...defaultsOf(source.options ?? {}), ...(owner !== '' && setup.optionsOf(owner)) },
        notice: (topic, text) => setup.notice(owner, topic, text),
        isWatched: () => setup.isWatched(owner),
      });
      instances.set(source, made);
    }
    return made as SourceInstance<T> & X;
  };

  const readerOf = (source: Source): SourceReader => {
    let known = readers.get(source);
    if (known === undefined) {
      known = {
        reader: setup.reader?.(source.name) ?? null,
        missedBefore: null,
        fetchedIn: -1,
        fetching: undefined,
      };
      readers.set(source, known);
    }
    return known;
  };

  /** A source that reads asynchronously fetches by itself; the files of others are fetched by those who use them. */
  const readSource = (source: Source, known: SourceReader): unknown => {
    const read = (): unknown => instance(source).read();
    if (known.reader === null) return read();
    if (known.missedBefore !== null) return readFetched(known.reader, read);
    const { missed } = known.reader;
    const value = read();
    if (!(value instanceof Promise)) return value;
    known.missedBefore = missed;
    return completed(known.reader, read, value, missed);
  };

  const readNow = (source: Source): Memo => {
    const memo: Memo = { tick, pending: false, outcome: { value: undefined } };
    const { count } = shortages;
    const known = readerOf(source);
    const missed = missedBy(known);
    try {
      const value = readSource(source, known);
      if (value instanceof Promise) {
        memo.pending = true;
        const settle = () => void (memo.pending = false);
        value.then(settle, settle);
      }
      // Later users of this reading in the same tick would not know.
      if (shortages.count !== count) throw shortages.last;
      if (missedBy(known) !== missed) throw new NotFetched(source.name);
      memo.outcome = { value };
    } catch (error) {
      memo.outcome = { error };
    }
    // It is read again in this tick.
    if (missedBy(known) !== missed) memo.tick = -1;
    return memo;
  };

  return {
    instance,
    read<T>(source: Source<T>): T {
      let memo = memos.get(source);
      if (memo === undefined || (memo.tick !== tick && !memo.pending)) {
        memo = readNow(source);
        memos.set(source, memo);
      }
      if ('error' in memo.outcome) throw memo.outcome.error;
      return memo.outcome.value as T;
    },
    files(source) {
      const known = readerOf(source);
      return {
        get missed() {
          return missedBy(known);
        },
        fetch() {
          if (known.missedBefore !== null) return undefined;
          if (known.fetchedIn === tick) return known.fetching;
          known.fetchedIn = tick;
          known.fetching = known.reader?.fetch();
          return known.fetching;
        },
        fetchMissed: async () => known.reader?.fetchMissed(),
      };
    },
    awaited: (source) => readerOf(source).reader?.awaited() ?? [],
    nextTick() {
      tick += 1;
    },
  };
}
