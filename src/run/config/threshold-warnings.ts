/** Thresholds that contradict each other, or that every value has passed. */
import type { KeyValues } from '../../core/option-groups.ts';
import { THRESHOLDS, type Threshold } from '../../core/level-rule.ts';
import type { Plugin } from '../../core/plugin.ts';
import { type FieldRule, levelRules } from '../../measure/levels/rules.ts';
import type { RawSection } from './raw-section.ts';

/** A threshold that holds for a name. */
interface Found {
  readonly threshold: Threshold;
  readonly limit: number;
  /** Set for this very name, not inherited. */
  readonly isOwn: boolean;
}

/**
 * Invalid thresholds, a sentence each.
 * @param values typed values of the section
 */
export function thresholdWarnings(plugin: Plugin, section: RawSection, values: KeyValues): string[] {
  const names = new Set([...values.keys()].flatMap((key) => nameIn(key) ?? []));
  return [...names].flatMap((name) => {
    const [rule] = rulesOf(plugin, name);
    const found = thresholdsOf(plugin, name, rule, values);
    const sentence = (threshold: Threshold, text: string): string => {
      const key = keyOf(name, threshold);
      return `${section.values.get(key)?.where}: [${plugin.name}] ${text}`;
    };
    return [
      ...signWarnings(found, name, rule, sentence),
      ...orderWarnings(found, name, rule, sentence),
      ...clearWarnings(found, name, rule, { section, plugin, values }),
    ];
  });
}

/** Values at which an alert is over although it is raised there. */
const clearWarnings = (
  found: readonly Found[],
  name: string,
  judged: FieldRule | undefined,
  { section, plugin, values }: { section: RawSection; plugin: Plugin; values: KeyValues },
): string[] =>
  found.flatMap(({ threshold, limit }) => {
    const key = `${keyOf(name, threshold)}_clear`;
    const clear = Number(values.get(key) ?? 0);
    const isLow = judged?.rule.lowerIsWorse === true;
    if (clear === 0 || (isLow ? clear >= limit : clear <= limit)) return [];
    const relation = isLow ? 'below' : 'above';
    return [
      `${section.values.get(key)?.where}: [${plugin.name}] ${key} = ${clear} is ${relation} ${keyOf(name, threshold)} = ${limit}. Alerts are over at ${limit}.`,
    ];
  });

const keyOf = (name: string, threshold: Threshold): string =>
  name === '' ? threshold : `${name}_${threshold}`;

/** Returns the name of a judged value in the key of a threshold: `eth0_rx` of `eth0_rx_careful`; null for other keys. */
function nameIn(key: string): string | null {
  const whole = key.replace(/(warning|critical)_clear$/, '$1');
  const threshold = THRESHOLDS.find((one) => whole === one || whole.endsWith(`_${one}`));
  return threshold === undefined ? null : whole.slice(0, -threshold.length).replace(/_$/, '');
}

/** Returns the rules that a name belongs to, those with the longest header first. */
export const rulesOf = (plugin: Plugin, name: string): FieldRule[] =>
  levelRules(plugin)
    .filter(
      ({ rule: { header, itemType, sharedHeader } }) =>
        header === '' ||
        name === header ||
        (sharedHeader !== undefined && name.endsWith(`_${sharedHeader}`)) ||
        (itemType ? name.startsWith(`${header}_`) : name.endsWith(`_${header}`)),
    )
    .sort((a, b) => b.rule.header.length - a.rule.header.length);

function thresholdsOf(
  plugin: Plugin,
  name: string,
  judged: FieldRule | undefined,
  values: KeyValues,
): Found[] {
  const { header = '', comparedByItem, limits } = judged?.rule ?? {};
  const isItem = judged !== undefined && name !== header;
  const inherits = !isItem || comparedByItem === undefined;
  return THRESHOLDS.flatMap((threshold, index) => {
    const own = values.get(keyOf(name, threshold));
    const fallback = plugin.options?.[keyOf(name, threshold)]?.fallback;
    const shared = values.get(keyOf(header, threshold)) ?? (Array.isArray(limits) ? limits[index] : fallback);
    const set = own ?? (inherits ? shared : undefined);
    const number = Array.isArray(set) ? 0 : Number(set ?? 0);
    // A threshold of 0 counts as not set; lists are values of another kind.
    return Number.isNaN(number) || number === 0
      ? []
      : [{ threshold, limit: number, isOwn: own !== undefined }];
  });
}

type Sentence = (threshold: Threshold, text: string) => string;

function orderWarnings(
  found: readonly Found[],
  name: string,
  judged: FieldRule | undefined,
  sentence: Sentence,
): string[] {
  const falls = judged?.rule.lowerIsWorse === true;
  return found.flatMap((mild, index) => {
    const severe = found[index + 1];
    if (severe === undefined || (!mild.isOwn && !severe.isOwn)) return [];
    if (falls ? mild.limit >= severe.limit : mild.limit <= severe.limit) return [];
    const relation = falls ? 'below' : 'above';
    return [
      sentence(
        mild.isOwn ? mild.threshold : severe.threshold,
        `${keyOf(name, mild.threshold)} = ${mild.limit} is ${relation} ${keyOf(name, severe.threshold)} = ${severe.limit}. The level ${mild.threshold.toUpperCase()} never occurs.`,
      ),
    ];
  });
}

/** Only temperatures, and values that are worse the lower they are, may be below zero. */
function signWarnings(
  found: readonly Found[],
  name: string,
  judged: FieldRule | undefined,
  sentence: Sentence,
): string[] {
  if (judged === undefined || judged.rule.lowerIsWorse === true) return [];
  if (judged.rule.compared?.unit === 'celsius') return [];
  return found
    .filter(({ limit, isOwn }) => isOwn && limit < 0)
    .map(({ threshold, limit }) =>
      sentence(
        threshold,
        `${keyOf(name, threshold)} = ${limit} is negative, and the value never is. The level ${threshold.toUpperCase()} always holds.`,
      ),
    );
}
