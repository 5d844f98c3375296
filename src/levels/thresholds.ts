/** Thresholds: where they are found among the limits of a plugin, and which of them a number has reached. */
import {
  type Level,
  type LevelRule,
  THRESHOLDS,
  type Threshold,
  type Thresholds,
} from '../core/level-rule.ts';
import type { Limits } from '../core/served.ts';

/** Thresholds of one rule and one item from the configuration, independent of values. */
export interface Configured {
  /** Name of the value in event types and configuration keys, in lower case: `network_eth0_rx`. */
  readonly stat: string;
  /** As of {@link statNames}. */
  readonly names: readonly string[];
  /** Whether the level feeds the list of events. */
  readonly log: boolean;
  readonly thresholds: Thresholds;
  /** The thresholds are those of this one item, in the unit of the rule's `itemValue`. */
  readonly isOwn: boolean;
}

const LEVELS = { careful: 'CAREFUL', warning: 'WARNING', critical: 'CRITICAL' } as const;

export const isUnset = (thresholds: Thresholds): boolean =>
  THRESHOLDS.every((name) => thresholds[name] === null);

/** Thresholds made from others, or from their names. */
export const mapThresholds = (valueOf: (name: Threshold) => number | null): Thresholds => ({
  careful: valueOf('careful'),
  warning: valueOf('warning'),
  critical: valueOf('critical'),
});

/** The worst threshold that a value has reached. */
export function levelOf(value: number | null, thresholds: Thresholds, lowerIsWorse = false): Level {
  if (value === null || isUnset(thresholds)) return 'DEFAULT';
  if (value < 0 && !lowerIsWorse) return 'CAREFUL';
  for (const name of THRESHOLDS.toReversed()) {
    const limit = thresholds[name];
    if (limit !== null && (lowerIsWorse ? value <= limit : value >= limit)) return LEVELS[name];
  }
  return 'OK';
}

/** A threshold of 0 counts as not set. */
function thresholdIn(limits: Limits, names: readonly string[], threshold: Threshold): number | null {
  for (const name of names) {
    const limit = limits[`${name}_${threshold}`];
    if (typeof limit === 'number' && limit !== 0) return limit;
  }
  return null;
}

const thresholdsIn = (limits: Limits, names: readonly string[]): Thresholds =>
  mapThresholds((threshold) => thresholdIn(limits, names, threshold));

/** Truth of a list option such as `["True"]`; the first of the names that is set decides. */
function flagIn(limits: Limits, names: readonly string[], fallback: boolean): boolean {
  for (const name of names) {
    const limit = limits[name];
    if (Array.isArray(limit)) return limit[0]?.toLowerCase() === 'true';
  }
  return fallback;
}

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

/** Each threshold is looked up under all names of the value, the most particular first. */
export function configuredFor(
  plugin: string,
  rule: LevelRule,
  item: string | null,
  limits: Limits,
): Configured {
  const names = statNames(plugin, rule, item);
  const [stat = ''] = names;
  const logNames = names.map((name) => `${name}_log`);
  const log = !rule.silent && flagIn(limits, logNames, rule.log ?? false);
  const own = rule.itemValue && item ? thresholdsIn(limits, [stat]) : null;
  if (own !== null && !isUnset(own)) return { stat, names, log, thresholds: own, isOwn: true };
  return { stat, names, log, thresholds: thresholdsIn(limits, names), isOwn: false };
}
