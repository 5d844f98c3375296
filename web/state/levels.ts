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
  /** Keys of an item are `<header>_<item>` in place of `<item>_<header>`. */
  headerFirst?: boolean;
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
function namesOf({ plugin, header = '', item = '', headerFirst = false }: Yardstick): string[] {
  const join = (...parts: string[]): string => parts.filter((part) => part !== '').join('_');
  const name = item.toLowerCase();
  const own = headerFirst ? join(plugin, header, name) : join(plugin, name, header);
  return [...new Set([own, join(plugin, header), plugin])];
}

/** Thresholds of the item alone, in their own unit; `UNSET` where it has none. */
export function ownThresholdsOf(
  limits: Readonly<Record<string, Limits>>,
  { plugin, header, item = '' }: Yardstick,
): Thresholds {
  const prefix = `${plugin}_${item.toLowerCase()}_${header}`;
  const of = (level: Level): number | null => {
    const limit = limits[plugin]?.[`${prefix}_${level}`];
    return typeof limit === 'number' && limit !== 0 ? limit : null;
  };
  return { careful: of('careful'), warning: of('warning'), critical: of('critical') };
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

/** Where lower values are worse. */
export function lowLevelOf(value: unknown, thresholds: Thresholds): Level | null {
  if (typeof value !== 'number' || Number.isNaN(value)) return null;
  for (const level of ['critical', 'warning', 'careful'] as const) {
    const limit = thresholds[level];
    if (limit !== null && value <= limit) return level;
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
