/** Effective thresholds by the members of version 5. */
import { THRESHOLDS, type Thresholds } from '../../core/level-rule.ts';
import type { Limits, Served, ServedMember } from '../../core/served.ts';
import { configuredBy, indexLimits } from '../../measure/levels/configured.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import { mapThresholds } from '../../measure/levels/thresholds.ts';
import type { Entry, Member5 } from './entry.ts';
import { clientThresholds, sectionOf, wordsOf } from './levels.ts';

type Numbers = Record<string, number>;

/** Returns the set thresholds; null if there are none. */
function numbersOf(thresholds: Thresholds): Numbers | null {
  const known = THRESHOLDS.flatMap((name) =>
    thresholds[name] === null ? [] : [[name, thresholds[name]] as const],
  );
  return known.length === 0 ? null : Object.fromEntries(known);
}

/** @param served the item whose own thresholds they are; null: those of all items */
const inVersion5 = ({ note }: Member5, thresholds: Thresholds, served: Served | null): Thresholds =>
  mapThresholds((name) => {
    const limit = thresholds[name];
    return limit === null || note.threshold === undefined ? limit : note.threshold(limit, served);
  });

/** @param verdicts on the latest value, for thresholds of single items */
export function limits5(
  entry: Entry,
  limitsOf: (plugin: string) => Limits,
  verdicts: readonly LevelVerdict[],
): Served {
  if (entry.dialect.hasOwnLimits === true) return {};
  const limits = limitsOf(entry.plugin.name);
  const ofClients = limitsOf(sectionOf(entry));
  const found: Served = {};
  const categorical: Served = {};
  for (const member of entry.members) {
    const numbers = numbersOf(sharedThresholds(entry, member, limits, ofClients));
    if (numbers !== null) found[member.name] = numbers;
    if (member.note.words === undefined) continue;
    const words = wordsOf(entry, member, ofClients);
    if (words.length > 0)
      categorical[member.name] = Object.fromEntries(words.map(([level, some]) => [level, some.toSorted()]));
  }
  const perItem = itemLimits(entry, verdicts, found);
  return {
    ...found,
    ...(Object.keys(perItem).length > 0 && { _per_item: perItem }),
    ...(Object.keys(categorical).length > 0 && { _categorical: categorical }),
  };
}

const NOT_SET: Thresholds = { careful: null, warning: null, critical: null };

function sharedThresholds(entry: Entry, member: Member5, limits: Limits, ofClients: Limits): Thresholds {
  if (member.note.clients !== undefined) return clientThresholds(entry, member, ofClients);
  const [rule] = member.rules;
  if (rule === undefined || rule.state !== undefined || rule.when?.(limits) === false) return NOT_SET;
  return inVersion5(
    member,
    configuredBy(entry.plugin.name, rule, indexLimits(limits))(null).thresholds,
    null,
  );
}

/** Returns the limits that differ for current items. */
function itemLimits(entry: Entry, verdicts: readonly LevelVerdict[], shared: Served) {
  const perItem: Record<string, Record<string, Numbers>> = {};
  for (const { field, identity, thresholds, isOwn, served, rule } of verdicts) {
    const member = entry.members.find((one) => one.judgedBy === field);
    if (member === undefined || identity === null || rule.state !== undefined) continue;
    const numbers = numbersOf(inVersion5(member, thresholds, isOwn ? served : null));
    if (numbers === null || isSame(numbers, shared[member.name])) continue;
    perItem[identity] = { ...perItem[identity], [member.name]: numbers };
  }
  return perItem;
}

const isSame = (numbers: Numbers, shared: ServedMember): boolean =>
  THRESHOLDS.every((name) => numbers[name] === (shared as Numbers | undefined)?.[name]);
