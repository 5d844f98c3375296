/**
 * Levels of values, from the limits that the agent publishes: the same rules by which it makes its views, which are far
 * too large to be asked for at every update.
 */
import type { Limits } from '../api/types.ts';

export type Level = 'careful' | 'warning' | 'critical';

export const LEVELS: readonly Level[] = ['careful', 'warning', 'critical'];

/** Null: not set. */
export type Thresholds = Readonly<Record<Level, number | null>>;

export const UNSET: Thresholds = { careful: null, warning: null, critical: null };

/** Which thresholds are meant. */
export interface Yardstick {
  plugin: string;
  /** Name in configuration keys (`total`, `rx`); empty for those of the whole plugin. */
  header?: string;
  /** The item, where items can have thresholds of their own. */
  item?: string;
}

export function thresholdsOf(limits: Readonly<Record<string, Limits>>, yardstick: Yardstick): Thresholds {
  const own = limits[yardstick.plugin];
  if (own === undefined) return UNSET;
  const names = namesOf(yardstick);
  const of = (level: Level): number | null => {
    for (const name of names) {
      const limit = own[`${name}_${level}`];
      if (typeof limit === 'number' && limit !== 0) return limit;
    }
    return null;
  };
  return { careful: of('careful'), warning: of('warning'), critical: of('critical') };
}

/** From the most to the least particular. */
function namesOf({ plugin, header = '', item = '' }: Yardstick): string[] {
  const join = (...parts: string[]): string => parts.filter((part) => part !== '').join('_');
  return [...new Set([join(plugin, item.toLowerCase(), header), join(plugin, header), plugin])];
}

/** Null for what is well, or cannot be judged. */
export function levelOf(value: unknown, thresholds: Thresholds): Level | null {
  if (typeof value !== 'number' || Number.isNaN(value)) return null;
  for (const level of ['critical', 'warning', 'careful'] as const) {
    const limit = thresholds[level];
    if (limit !== null && value >= limit) return level;
  }
  return null;
}

/** The worst of several. */
export function worstOf(levels: Iterable<Level | null>): Level | null {
  let worst = -1;
  for (const level of levels) if (level !== null) worst = Math.max(worst, LEVELS.indexOf(level));
  return LEVELS[worst] ?? null;
}

export const rankOf = (level: Level | null): number => (level === null ? 0 : LEVELS.indexOf(level) + 1);
