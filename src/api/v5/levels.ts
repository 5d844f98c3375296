/** `_levels`: the one judgement, and the thresholds and words that only clients use. */
import type { Level, Thresholds } from '../../core/level-rule.ts';
import type { Limits, Served, ServedMember } from '../../core/served.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import { levelOf, mapThresholds } from '../../measure/levels/thresholds.ts';
import type { ClientThresholds, Source } from './dialect.ts';
import type { Entry, Member5 } from './entry.ts';

interface Level5 {
  readonly level: string;
  readonly prominent: boolean;
}
export type ItemLevels = Readonly<Record<string, Level5>>;

/** Levels that exist there; a value that cannot be measured has none. */
const WORDS: Readonly<Partial<Record<Level, string>>> = {
  OK: 'ok',
  CAREFUL: 'careful',
  WARNING: 'warning',
  CRITICAL: 'critical',
};

export const LEVELS = ['ok', 'careful', 'warning', 'critical'] as const;

const shown = ({ note }: Member5, level: string): Level5 => ({ level, prominent: note.isProminent === true });

/** Section of thresholds for clients. */
export const sectionOf = ({ plugin, dialect }: Entry): string => dialect.section ?? plugin.name;

/** Thresholds that only clients use; those of the section, or the default ones. A threshold of 0 counts as not set. */
export function clientThresholds(entry: Entry, { note }: Member5, limits: Limits): Thresholds {
  const { header, limits: fallback } = note.clients as ClientThresholds;
  const configured = mapThresholds((name) => {
    const limit = limits[`${sectionOf(entry)}_${header}_${name}`];
    return typeof limit === 'number' && limit !== 0 ? limit : null;
  });
  const [careful, warning, critical] = fallback;
  return {
    careful: configured.careful ?? careful,
    warning: configured.warning ?? warning,
    critical: configured.critical ?? critical,
  };
}

/** Words of each level: `status_ok`. */
export const wordsOf = (
  entry: Entry,
  { note }: Member5,
  limits: Limits,
): [level: string, words: string[]][] =>
  LEVELS.flatMap((level): [string, string[]][] => {
    const words = limits[`${sectionOf(entry)}_${note.words}_${level}`];
    const given = Array.isArray(words) ? words : typeof words === 'number' ? [String(words)] : [];
    return given.length === 0 || given[0] === '' ? [] : [[level, given]];
  });

/** Compiled once per body. @param verdicts on our value */
export function levelsBy(entry: Entry, verdicts: readonly LevelVerdict[], source: Source) {
  const judged = new Map(
    entry.members.flatMap((one) => (one.judgedBy === null ? [] : [[one.judgedBy, one]])),
  );
  const known = new Map<string | null, Record<string, Level5>>();
  for (const { field, identity, level } of verdicts) {
    const member = judged.get(field);
    const word = WORDS[level];
    if (member === undefined || word === undefined) continue;
    const own = known.get(identity) ?? {};
    own[member.name] = shown(member, word);
    known.set(identity, own);
  }
  const ofClients = clientRules(entry, source);
  /** @param converted the item as version 5 shows it */
  return (identity: string | null, converted: Served): ItemLevels => {
    const own = known.get(identity) ?? {};
    if (ofClients.length === 0) return own;
    const all = { ...own };
    for (const { member, levelFor } of ofClients) {
      const level = levelFor(converted[member.name]);
      if (level !== undefined) all[member.name] = shown(member, level);
    }
    return all;
  };
}

function clientRules(entry: Entry, source: Source) {
  const limits = source.limitsOf(sectionOf(entry));
  return entry.members.flatMap((member) => {
    if (member.note.clients !== undefined) {
      const thresholds = clientThresholds(entry, member, limits);
      return {
        member,
        levelFor: (value: ServedMember) =>
          WORDS[levelOf(typeof value === 'number' ? value : null, thresholds)],
      };
    }
    if (member.note.words === undefined) return [];
    const levels = new Map(
      wordsOf(entry, member, limits).flatMap(([level, words]) => words.map((word) => [word, level])),
    );
    return { member, levelFor: (value: ServedMember) => levels.get(String(value)) };
  });
}
