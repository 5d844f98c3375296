/** Problems of the machine, worst first, from the verdicts on all values. */
import { printable } from './printable.ts';
import { LEVELS, type Level, levelOfVerdict, rankOf } from './levels.ts';
import { itemsById, type Series } from './series.ts';
import { seriesOfVerdict } from './subjects.ts';
import type { ShownVerdict } from '../../judge/levels/series.ts';
import type { VerdictSource } from './verdicts.ts';
import { excessOf, findingWords, type Served, type Text } from './finding-words.ts';

/** One object or item that is not well; its worst value speaks for it. */
export interface Finding {
  plugin: string;
  item: string | null;
  level: Level;
  /** The name of the thing, which others chose. */
  subject: string;
  /** The problem with it. */
  words: string;
  /** How far beyond its threshold; 0 where that cannot be told. */
  excess: number;
  /** The series to look at; null where a state is wrong. */
  series: Series | null;
}

/** The findings of one plugin. */
export interface Part extends Finding {
  /** How many others of the plugin are wrong. */
  more: number;
}

/** Among equally bad problems, those that lose data first come first. */
const ORDER = ['smart', 'raid', 'fs', 'mem', 'memswap', 'cpu', 'load', 'diskio', 'network', 'sensors', 'gpu'];
/** Sums of what others show. */
const SUMS: ReadonlySet<string> = new Set(['quicklook']);

const orderOf = (plugin: string): number => {
  const index = ORDER.indexOf(plugin);
  return index === -1 ? ORDER.length : index;
};

const isWrong = (verdict: ShownVerdict): boolean =>
  rankOf(levelOfVerdict(verdict)) > LEVELS.indexOf('careful') + 1;

/** The worst verdict on every item that is not well. */
function worstOfItems(verdicts: readonly ShownVerdict[]): ShownVerdict[] {
  const worst = new Map<string | null, ShownVerdict>();
  for (const verdict of verdicts.filter(isWrong)) {
    const before = worst.get(verdict.item);
    if (before === undefined || rankOf(levelOfVerdict(verdict)) > rankOf(levelOfVerdict(before)))
      worst.set(verdict.item, verdict);
  }
  return [...worst.values()];
}

/** @param latest what a plugin served last */
export function findingsOf(
  verdicts: VerdictSource,
  latest: (plugin: string) => unknown,
  text: Text,
): Finding[] {
  const found = verdicts.plugins().flatMap((plugin) => {
    if (SUMS.has(plugin)) return [];
    const items = worstOfItems(verdicts.ofPlugin(plugin));
    if (items.length === 0) return [];
    const served = servedBy(latest(plugin));
    return items.map((verdict): Finding => {
      const own = served(verdict.item);
      const [subject, words] = findingWords(plugin, verdict, own, text);
      return {
        plugin,
        item: verdict.item,
        level: levelOfVerdict(verdict) ?? 'warning',
        subject: printable(subject),
        words: printable(words),
        excess: excessOf(verdict, own),
        series: seriesOfVerdict(plugin, verdict),
      };
    });
  });
  return found.sort(
    (a, b) =>
      rankOf(b.level) - rankOf(a.level) || orderOf(a.plugin) - orderOf(b.plugin) || b.excess - a.excess,
  );
}

/** One part for each plugin, in the order of its worst finding. */
export function partsOf(findings: readonly Finding[]): Part[] {
  const parts = new Map<string, Part>();
  for (const finding of findings) {
    const part = parts.get(finding.plugin);
    if (part === undefined) parts.set(finding.plugin, { ...finding, more: 0 });
    else part.more += 1;
  }
  return [...parts.values()];
}

/** The object or item that a verdict is about. */
export function servedBy(value: unknown): (item: string | null) => Served {
  if (Array.isArray(value)) {
    const items = itemsById(value as Record<string, unknown>[]);
    return (item) => items.get(item ?? '') ?? {};
  }
  const object = (value ?? {}) as Record<string, unknown>;
  return (item) => (item === null ? object : ((object[item] ?? {}) as Served));
}
