/** Compares values with thresholds. */
import type { Served } from './fields.ts';
import type { Level, LevelRule, Threshold, Thresholds } from './level-rule.ts';
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

/** All that judging a value takes but the value: it depends on the configuration alone. */
export interface Yardstick extends Pick<Judgement, 'log' | 'stat'> {
  /** As of {@link statNames}. */
  names: readonly string[];
  thresholds: Thresholds;
  /** The thresholds are those of this one item, in the unit of the rule's `itemValue`. */
  isOwn: boolean;
}

/** A threshold of 0 counts as not set. */
function thresholdIn(limits: Limits, prefixes: readonly string[], threshold: Threshold): number | null {
  for (const prefix of prefixes) {
    const limit = limits[`${prefix}_${threshold}`];
    if (typeof limit === 'number' && limit !== 0) return limit;
  }
  return null;
}

const thresholdsIn = (limits: Limits, prefixes: readonly string[]): Thresholds => ({
  careful: thresholdIn(limits, prefixes, 'careful'),
  warning: thresholdIn(limits, prefixes, 'warning'),
  critical: thresholdIn(limits, prefixes, 'critical'),
});

const isUnset = ({ careful, warning, critical }: Thresholds): boolean =>
  careful === null && warning === null && critical === null;

/** The worst threshold that a value has reached. */
export function levelOf(value: number | null, thresholds: Thresholds, lowerIsWorse = false): Level {
  if (value === null || isUnset(thresholds)) return 'DEFAULT';
  if (value < 0 && !lowerIsWorse) return 'CAREFUL';
  for (const name of WORST_FIRST) {
    const limit = thresholds[name];
    if (limit !== null && (lowerIsWorse ? value <= limit : value >= limit)) return LEVELS[name];
  }
  return 'OK';
}

const LEVELS = { careful: 'CAREFUL', warning: 'WARNING', critical: 'CRITICAL' } as const;

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
 * Names of a value in configuration keys, from the most to the least particular: plugin, item and header; plugin and
 * header; plugin.
 */
export function statNames(plugin: string, { header, headerFirst }: LevelRule, item: string | null): string[] {
  const name = item?.toLowerCase() ?? '';
  const own = headerFirst ? join(plugin, header, name) : join(plugin, name, header);
  return [own, join(plugin, header), plugin];
}

/** What stands for an object (null) or item in configuration keys. */
export const itemNameOf = (rule: LevelRule, served: Served, identity: string | null): string | null =>
  rule.itemName?.(served) ?? identity;

/** How a field of an object (`item` null) or item is judged. Each threshold is looked up under all of its names. */
export function yardstickOf(plugin: string, rule: LevelRule, item: string | null, limits: Limits): Yardstick {
  const names = statNames(plugin, rule, item);
  const [stat = ''] = names;
  const isLogged = () =>
    flagIn(
      limits,
      names.map((name) => `${name}_log`),
      rule.log ?? false,
    );
  const log = !rule.silent && isLogged();
  const own = rule.itemValue && item ? thresholdsIn(limits, [stat]) : null;
  if (own !== null && !isUnset(own)) return { stat, names, log, thresholds: own, isOwn: true };
  return { stat, names, log, thresholds: thresholdsIn(limits, names), isOwn: false };
}

/** The thresholds of the yardstick, unless they lack a critical one and the item states one. */
function thresholdsFor({ thresholds }: Yardstick, rule: LevelRule, served: Served): Thresholds {
  const stated = thresholds.critical === null ? rule.stated?.(served) : undefined;
  return stated === undefined || stated.critical === null ? thresholds : stated;
}

/** Holds the yardstick against the value of one object or item. */
export function measure(
  yardstick: Yardstick,
  field: string,
  rule: LevelRule,
  served: Served,
): Pick<Judgement, 'level' | 'value'> & { thresholds: Thresholds } {
  const compute = yardstick.isOwn ? rule.itemValue : rule.value;
  const value = numberOrNull(compute ? compute(served) : served[field]);
  const thresholds = thresholdsFor(yardstick, rule, served);
  const level = rule.state?.(served, thresholds) ?? levelOf(value, thresholds, rule.lowerIsWorse);
  return { level, value, thresholds };
}

/** Judges one field of an object (`identity` null) or item. */
export function judge(
  plugin: string,
  field: string,
  rule: LevelRule,
  served: Served,
  identity: string | null,
  limits: Limits,
): Judgement {
  const yardstick = yardstickOf(plugin, rule, itemNameOf(rule, served, identity), limits);
  const { level, value } = measure(yardstick, field, rule, served);
  return { level, value, log: yardstick.log, stat: yardstick.stat };
}

/** The level as views carry it. */
export const decorationOf = ({ level, log }: Judgement): string =>
  log && level !== 'DEFAULT' ? `${level}_LOG` : level;
