/** Limits of all plugins, and the judges made from them: replaced together by a reload. */
import { type Service, service } from '../../core/parts/service.ts';
import type { Limits } from '../../core/served.ts';
import type { Plugin } from '../../core/plugin.ts';
import { createJudge, type Judge } from './judge.ts';

export interface Levels {
  /** Limits of a plugin; none if it is disabled. */
  limitsOf(plugin: string): Limits;
  /** Judges what a plugin served. */
  judgeOf(plugin: string): Judge;
  /** Number of replacements; part of the validators (ETags) of everything derived from limits. */
  readonly edition: number;
}

/** Called after levels were replaced. Must not throw. */
type Listener = () => void;

/** Levels, as seen by code that caches what it derives from them. */
export interface WatchedLevels extends Levels {
  /** Returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void;
}
export const WatchedLevels: Service<WatchedLevels> = service<WatchedLevels>('levels');

export interface ReplaceableLevels extends WatchedLevels {
  replace(limits: ReadonlyMap<string, Limits>): void;
}

const NO_LIMITS: Limits = {};
const NO_VERDICTS: Judge = () => [];

export function createLevels(
  plugins: readonly Plugin[],
  first: ReadonlyMap<string, Limits>,
): ReplaceableLevels {
  const judgesFor = (limits: ReadonlyMap<string, Limits>): ReadonlyMap<string, Judge> =>
    new Map(
      plugins.map((plugin) => [plugin.name, createJudge(plugin, limits.get(plugin.name) ?? NO_LIMITS)]),
    );
  const listeners = new Set<Listener>();
  let limits = first;
  let judges = judgesFor(first);
  let edition = 0;
  return {
    limitsOf: (plugin) => limits.get(plugin) ?? NO_LIMITS,
    judgeOf: (plugin) => judges.get(plugin) ?? NO_VERDICTS,
    get edition() {
      return edition;
    },
    replace(next) {
      limits = next;
      judges = judgesFor(next);
      edition += 1;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
