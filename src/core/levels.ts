/** Compares values with thresholds. */
import type { Served } from './fields.ts';
import type { Level, LevelRule, Threshold } from './level-rule.ts';
import type { Limits } from './limits.ts';

/** What a rule says of one object or item. */
export interface Judgement {
  level: Level;
  /** Whether the level feeds the list of events. */
  log: boolean;
  /** Name of the value in event types and configuration keys, in lower case: `network_eth0_rx`. */
  stat: string;
  /** The number that was compared; null when there was none. */
  value: number | null;
}

const WORST_FIRST: readonly Threshold[] = ['critical', 'warning', 'careful'];

/** A threshold of 0 counts as not set. */
function thresholdIn(limits: Limits, prefixes: readonly string[], threshold: Threshold): number | null {
  for (const prefix of prefixes) {
    const limit = limits[`${prefix}_${threshold}`];
    if (typeof limit === 'number' && limit !== 0) return limit;
  }
  return null;
}

function levelOf(value: number | null, limits: Limits, prefixes: readonly string[]): Level {
  const set = WORST_FIRST.map((name) => [name, thresholdIn(limits, prefixes, name)] as const);
  if (value === null || set.every(([, limit]) => limit === null)) return 'DEFAULT';
  if (value < 0) return 'CAREFUL';
  const reached = set.find(([, limit]) => limit !== null && value >= limit);
  return reached === undefined ? 'OK' : (reached[0].toUpperCase() as Level);
}

/** Truth of a list option such as `["True"]`; the first of the names that is set decides. */
function flagIn(limits: Limits, names: readonly string[], fallback: boolean): boolean {
  for (const name of names) {
    const limit = limits[name];
    if (Array.isArray(limit)) return limit[0]?.toLowerCase() === 'true';
  }
  return fallback;
}

const numberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && !Number.isNaN(value) ? value : null;

const join = (...parts: string[]): string => parts.filter((part) => part !== '').join('_');

/**
 * Judges one field of an object (`identity` null) or item. Thresholds are looked up from the most to the least
 * particular name: plugin, item and header; plugin and header; plugin.
 */
export function judge(
  plugin: string,
  field: string,
  rule: LevelRule,
  served: Served,
  identity: string | null,
  limits: Limits,
): Judgement {
  const item = identity?.toLowerCase() ?? '';
  const stat = join(plugin, item, rule.header);
  const general = [join(plugin, rule.header), plugin];
  const value = numberOrNull(rule.value ? rule.value(served) : served[field]);
  const log =
    !rule.silent &&
    flagIn(
      limits,
      [stat, ...general].map((name) => `${name}_log`),
      rule.log ?? false,
    );
  if (
    rule.itemValue &&
    item !== '' &&
    WORST_FIRST.some((name) => thresholdIn(limits, [stat], name) !== null)
  ) {
    const own = numberOrNull(rule.itemValue(served));
    return { level: levelOf(own, limits, [stat]), log, stat, value: own };
  }
  return { level: levelOf(value, limits, [stat, ...general]), log, stat, value };
}

/** The level as views carry it. */
export const decorationOf = ({ level, log }: Judgement): string =>
  log && level !== 'DEFAULT' ? `${level}_LOG` : level;
