/** Looks up thresholds and logging of a value among its plugin's limits. */
import { type LevelRule, THRESHOLDS, type Threshold, type Thresholds } from '../../core/level-rule.ts';
import type { Limits, ServedMember } from '../../core/served.ts';
import { isDelayKey, type AlertDelays, delaysIn, type DelayKey } from './alert-delays.ts';
import { isUnset, mapThresholds } from './thresholds.ts';

/** Thresholds of one rule and one item from the configuration, independent of values. */
export interface Configured {
  /** Name of the value in event types and configuration keys, in lower case: `network_eth0_rx`. */
  readonly stat: string;
  /** Names of the value in configuration keys, most specific first: plugin, item and header; plugin and header; plugin. */
  readonly names: readonly string[];
  /** True if the level raises events. */
  readonly log: boolean;
  readonly thresholds: Thresholds;
  /** When alerts of the value are notified. */
  readonly delays: AlertDelays;
  /** True if the thresholds apply to this item only, to the value that the rule compares per item. */
  readonly isOwn: boolean;
}

/**
 * Finds the configuration for a rule and an item (null: the plugin serves one object).
 * @param delay seconds that the item states
 */
export type ConfiguredOf = (item: string | null, delay?: number | null) => Configured;

/** Limits that name one value, or all values of a header or a plugin. */
type NamedLimits = Partial<Record<Threshold | DelayKey, number>> & { log?: boolean };

const NO_ENTRY: NamedLimits = {};

/** By name. To look names up here takes a twentieth of the time of looking for keys in the limits: there are twelve for each value. */
type LimitIndex = ReadonlyMap<string, NamedLimits>;

export function indexLimits(limits: Limits): LimitIndex {
  const index = new Map<string, NamedLimits>();
  const entryOf = (name: string): NamedLimits => {
    const known = index.get(name) ?? {};
    index.set(name, known);
    return known;
  };
  for (const [key, limit] of Object.entries(limits)) {
    const end = key.lastIndexOf('_');
    const [name, suffix] = [key.slice(0, Math.max(end, 0)), key.slice(end + 1)];
    const threshold = THRESHOLDS.find((one) => one === suffix);
    // A threshold of 0 counts as not set.
    if (threshold !== undefined && typeof limit === 'number' && limit !== 0) entryOf(name)[threshold] = limit;
    if (suffix === 'log' && Array.isArray(limit)) entryOf(name).log = isTrue(limit[0]);
    const [, judged = '', delay = ''] = DELAY.exec(key) ?? [];
    if (isDelayKey(delay) && typeof limit === 'number') entryOf(judged)[delay] = limit;
  }
  return index;
}

/** `cpu_total_warning_for`: the name of a value, and the last two words. */
const DELAY = /^(.+)_([a-z]+_[a-z]+)$/;

/** Limits may come from another server, and are untrusted. */
const isTrue = (word: ServedMember): boolean => typeof word === 'string' && word.toLowerCase() === 'true';

const join = (...parts: string[]): string => parts.filter((part) => part !== '').join('_');

const thresholdsIn = (...entries: NamedLimits[]): Thresholds =>
  mapThresholds((threshold) => entries.find((entry) => entry[threshold] !== undefined)?.[threshold] ?? null);

/** Looks up each limit under all names of a value, most specific first. Items without limits of their own share one lookup. */
export function configuredBy(plugin: string, rule: LevelRule, index: LimitIndex): ConfiguredOf {
  const { header } = rule;
  const ofHeader = join(plugin, header);
  const shared = [index.get(ofHeader) ?? NO_ENTRY, index.get(plugin) ?? NO_ENTRY] as const;
  const logOf = (own: NamedLimits): boolean =>
    rule.log !== 'never' && (own.log ?? shared[0].log ?? shared[1].log ?? rule.log ?? false);
  const sharedThresholds = thresholdsIn(...shared);
  const sharedLog = logOf(NO_ENTRY);
  const sharedDelays = delaysIn(rule, shared);
  const [before, after] = rule.itemType ? [`${ofHeader}_`, ''] : [`${plugin}_`, header && `_${header}`];
  const alike = (item: string): NamedLimits | undefined =>
    rule.sharedHeader === undefined
      ? undefined
      : index.get(`${before}${item.toLowerCase()}_${rule.sharedHeader}`);

  return (item, stated = null) => {
    const stat = item ? `${before}${item.toLowerCase()}${after}` : ofHeader;
    const names = [stat, ofHeader, plugin];
    const alikeOwn = item ? alike(item) : undefined;
    const own = index.get(stat) ?? alikeOwn;
    if (own === undefined)
      return {
        stat,
        names,
        log: sharedLog,
        thresholds: sharedThresholds,
        delays: stated === null ? sharedDelays : delaysIn(rule, shared, stated),
        isOwn: false,
      };
    const common = { stat, names, log: logOf(own), delays: delaysIn(rule, [own, ...shared], stated) };
    const thresholds = thresholdsIn(own);
    if (rule.comparedByItem && item && own !== alikeOwn && !isUnset(thresholds))
      return { ...common, thresholds, isOwn: true };
    return { ...common, thresholds: thresholdsIn(alikeOwn ?? own, ...shared), isOwn: false };
  };
}
