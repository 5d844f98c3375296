/** Shared readings: each source exists once and is read at most once per tick. */
import type { Host } from '../../core/host.ts';
import { fallbackOf } from '../../core/option-parse.ts';
import type { Options, OptionValues } from '../../core/options.ts';
import type { Source, SourceInstance } from '../../core/source.ts';
import { NO_SHORTAGES, type Shortages } from './shortages.ts';

export interface Sources {
  /** The instance of a source, created on demand. */
  instance<T, X extends object>(source: Source<T, X>): SourceInstance<T> & X;
  /** Reads a source, or repeats this tick's result or error. A hanging read is not started again. */
  read<T>(source: Source<T>): T;
  /** Drops the last tick's readings. */
  nextTick(): void;
}

export interface SourcesSetup {
  host: Host;
  shortages?: Shortages;
  optionsOf(plugin: string): OptionValues<Options>;
  notice(plugin: string, topic: string, text: string | null): void;
  isWatched(plugin: string): boolean;
}

interface Memo {
  tick: number;
  pending: boolean;
  outcome: { value: unknown } | { error: unknown };
}

const defaultsOf = (options: Options): OptionValues<Options> =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, fallbackOf(option)]));

export function createSources(setup: SourcesSetup): Sources {
  const instances = new Map<Source<unknown>, SourceInstance<unknown>>();
  const memos = new Map<Source<unknown>, Memo>();
  const { shortages = NO_SHORTAGES } = setup;
  let tick = 0;

  const instance = <T, X extends object>(source: Source<T, X>): SourceInstance<T> & X => {
    let made = instances.get(source);
    if (made === undefined) {
      const owner = source.owner ?? '';
      made = source.create({
        host: setup.host,
        // Without the owner among the plugins, its defaults apply.
        options: { ...defaultsOf(source.options ?? {}), ...(owner !== '' && setup.optionsOf(owner)) },
        notice: (topic, text) => setup.notice(owner, topic, text),
        isWatched: () => setup.isWatched(owner),
      });
      instances.set(source, made);
    }
    return made as SourceInstance<T> & X;
  };

  const readNow = (source: Source<unknown>): Memo => {
    const memo: Memo = { tick, pending: false, outcome: { value: undefined } };
    const { count } = shortages;
    try {
      const value = instance(source).read();
      if (value instanceof Promise) {
        memo.pending = true;
        const settle = () => void (memo.pending = false);
        value.then(settle, settle);
      }
      // Later users of this reading in the same tick would not know.
      if (shortages.count !== count) throw shortages.last;
      memo.outcome = { value };
    } catch (error) {
      memo.outcome = { error };
    }
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
    nextTick() {
      tick += 1;
    },
  };
}
