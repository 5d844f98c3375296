/** The schema of a plugin in version 5. */
import { THRESHOLDS } from '../../core/level-rule.ts';
import type { Served } from '../../core/served.ts';
import { defaultThresholds } from '../../measure/levels/rules.ts';
import type { Entry, Member5 } from './entry.ts';

/** @param cores logical ones; some thresholds scale with them */
export const infoOf = (entry: Entry, cores: number): Served =>
  Object.fromEntries(entry.members.map((member) => [member.name, fieldOf(member, cores)]));

function fieldOf(member: Member5, cores: number): Served {
  const { note, unit, description, isKey, isRate } = member;
  return {
    description,
    unit,
    ...(isKey && { primary_key: true }),
    ...(isRate && { rate: true }),
    ...(note.hasHistory === true && { history: true }),
    ...watched(member, cores),
    ...(note.isInternal === true && { internal: true }),
    ...(note.short !== undefined && { short_name: note.short }),
  };
}

function watched(member: Member5, cores: number): Served {
  const { note, rules } = member;
  const prominent = note.isProminent === true;
  if (note.words !== undefined) return { watched: true, threshold_type: 'categorical', prominent };
  if (note.clients === undefined && note.isStrict !== true && member.judgedBy === null) return {};
  const [rule] = rules;
  const limits = defaultsOf(member, cores);
  return {
    watched: true,
    watch_direction: rule?.lowerIsWorse === true ? 'low' : 'high',
    prominent,
    ...(limits && { default_thresholds: limits }),
    ...(note.isStrict === true && { strict_thresholds: true }),
    ...(note.normalizedBy !== undefined && { normalize_by: note.normalizedBy }),
    ...(note.thresholdField !== undefined && { threshold_field: note.thresholdField }),
  };
}

/** Built-in thresholds. */
function defaultsOf({ note, rules }: Member5, cores: number): Served | null {
  const [rule, ...others] = rules;
  const ofRule = rule && others.length === 0 ? defaultThresholds(rule, cores) : undefined;
  const limits = note.clients?.limits ?? ofRule;
  if (limits === undefined) return null;
  return Object.fromEntries(
    THRESHOLDS.map((name, at) => [name, note.threshold?.(limits[at] as number, null) ?? limits[at]]),
  );
}
