/**
 * The oracle of plausibility: what no machine can be, whatever it reads. It knows declarations, and not how they are enforced.
 */
import type { Field, Fields } from '../../src/core/fields.ts';
import { fieldsOf, othersOf, type Plugin } from '../../src/core/plugin.ts';
import { causesIn } from '../../src/core/null-causes.ts';
import { isNumeric, mostPerSecond, rangeIn } from '../../src/core/ranges.ts';
import type { PluginValue, Served } from '../../src/core/served.ts';
import type { Judge } from '../../src/measure/levels/judge.ts';
import { partFaults } from './plausible-parts.ts';

export interface Observation {
  plugin: Plugin;
  value: PluginValue;
  health: string;
  reason: string | null;
  judge: Judge;
  /** Logical cores of the machine. */
  cores: number;
}

const COMPANIONS = /^(?<name>.+)_(?<what>gauge|rate_per_sec|min|max|mean)$/;
/** Words of faults of the program, where a reason is expected. */
const PROGRAM_FAULT =
  /cannot read propert|undefined|is not a function|is not iterable|not a number|\bNaN\b|Infinity|Invalid (array|string|time)|call stack|BigInt/i;

const isObject = (value: unknown): value is Served => typeof value === 'object' && value !== null;

/** Sentences that name the member, none if everything is plausible. */
export function faultsOf(seen: Observation): string[] {
  const { plugin, value, health, reason } = seen;
  const faults: string[] = [];
  if (health !== 'ok' && reason === null) faults.push(`is ${health} without a reason`);
  if (health === 'stalled') faults.push(`stalls: ${reason}`);
  if (reason !== null && PROGRAM_FAULT.test(reason)) faults.push(`fails as a program: ${reason}`);
  if (plugin.shape === 'scalar') return faults;
  const items = (plugin.shape === 'list' ? value : [value]) as readonly Served[];
  for (const item of items) {
    const name = plugin.shape === 'list' && plugin.key !== null ? `${String(item[plugin.key])}: ` : '';
    faults.push(...itemFaults(seen, item).map((fault) => name + fault));
  }
  return [...faults, ...levelFaults(seen)];
}

/** The reasons of nulls that `/api/plugins` shows: one sentence, and the causes of declared nulls. */
interface Shown {
  readonly reason: string | null;
  readonly causes: Readonly<Record<string, string>>;
}

const isExplained = ({ reason, causes }: Shown, path: string): boolean =>
  reason !== null || Object.hasOwn(causes, path);

function itemFaults({ plugin, reason, cores }: Observation, item: Served): string[] {
  const [fields, others] = [fieldsOf(plugin), othersOf(plugin)];
  const faults = [...notFinite(item, ''), ...partFaults(plugin.name, item, cores)];
  if (Object.keys(item).length === 0) return faults;
  const shown = { reason, causes: causesIn(plugin, item) };
  for (const [name, value] of Object.entries(item)) {
    const field = fields[name];
    if (field !== undefined) faults.push(...fieldFaults(name, field, value, item, shown));
    else if (!faultsOfCompanion(name, fields, item, shown, faults) && others !== undefined)
      faults.push(...fieldFaults('*', others, value, item, shown));
  }
  if (Number(item['time_since_update'] ?? 1) <= 0) faults.push('time_since_update is not positive');
  return faults;
}

function* notFinite(value: unknown, path: string): Generator<string> {
  if (typeof value === 'number' && !Number.isFinite(value)) yield `${path} is ${value}`;
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) yield* notFinite(member, `${path}.${name}`);
}

/**
 * @param name path of the field, as causes have it
 * @param item that holds the value, or the object that does inside it
 */
function* fieldFaults(
  name: string,
  field: Field,
  value: unknown,
  item: Served,
  shown: Shown,
): Generator<string> {
  const { sentinels } = field.options;
  if (value === null && !isExplained(shown, name)) yield `${name} is null without a reason`;
  if (isNumeric(field) && typeof value === 'number') {
    yield* outside(name, field, value, item);
    if (sentinels?.includes(value) === true) yield `${name} is ${value}, which stands for no value`;
    yield* relationFaults(name, field, value, item);
  }
  if (!isObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    const own = field.members?.[key];
    if (own !== undefined) yield* fieldFaults(`${name}.${key}`, own, member, item, shown);
    else if (field.of !== undefined) yield* fieldFaults(name, field.of, member, item, shown);
  }
}

function* outside(name: string, field: Field, value: number, item: Served): Generator<string> {
  const [least, most] = rangeIn(field, item).range;
  if (value < least || value > most) yield `${name} is ${value}, not from ${least} to ${most}`;
}

function* relationFaults(
  name: string,
  { options: { atMost, beside } }: Field,
  value: number,
  item: Served,
): Generator<string> {
  const most = atMost === undefined ? null : item[atMost];
  const more = beside === undefined ? 0 : item[beside];
  if (typeof most === 'number' && typeof more === 'number' && value + more > most)
    yield `${name} is ${value} and ${more} beside it, more than ${atMost} ${most}`;
}

/** False if the member is no companion of a field. */
function faultsOfCompanion(
  member: string,
  fields: Fields,
  item: Served,
  shown: Shown,
  faults: string[],
): boolean {
  const { name = '', what = '' } = COMPANIONS.exec(member)?.groups ?? {};
  const field = fields[name];
  if (field === undefined) return false;
  const value = item[member];
  if (value === null && !isExplained(shown, name)) faults.push(`${member} is null without a reason`);
  if (typeof value !== 'number') return true;
  // A rate is rounded down from an increase within one step of about two seconds.
  if (what !== 'rate_per_sec') faults.push(...outside(member, field, value, item));
  else if (value < 0 || value > mostPerSecond(field)) faults.push(`${member} is ${value}`);
  const [least, most] = [item[`${name}_min`], item[`${name}_max`]];
  if (what === 'mean' && (value < Number(least) - 1e-6 || value > Number(most) + 1e-6 * Number(most) + 1e-6))
    faults.push(`${member} is ${value}, not from ${String(least)} to ${String(most)}`);
  return true;
}

/** Levels of numbers that are not known. Rules of states judge words, or several members. */
function* levelFaults({ judge, value }: Observation): Generator<string> {
  for (const { field, identity, level, value: compared, served, rule } of judge(value)) {
    const isJudged = level !== 'DEFAULT' && level !== 'ERROR';
    const where = identity === null ? field : `${identity}: ${field}`;
    if (compared !== null && !Number.isFinite(compared)) yield `${where} compares ${compared}`;
    if (!isJudged || rule.state !== undefined) continue;
    if (compared === null || served[field] === null) yield `${where} is null and ${level}`;
  }
}
