/** Plugins of version 5: their members, made from the declarations and what {@link Dialect} says. */
import { type Field, hasHistory } from '../../core/fields.ts';
import { isFirst } from '../../core/first-values.ts';
import type { LevelRule } from '../../core/level-rule.ts';
import { fieldsOf, type Plugin } from '../../core/plugin.ts';
import type { Served, ServedMember } from '../../core/served.ts';
import { type FieldRule, levelRules } from '../../measure/levels/rules.ts';
import { DIALECTS } from './dialects/index.ts';
import type { Dialect, Member, Source } from './dialect.ts';
import type { Unit } from '../../core/unit.ts';

/** A member of the object, or of the items. */
export interface Member5 {
  readonly name: string;
  readonly note: Member;
  readonly unit: string;
  readonly description: string;
  readonly isKey: boolean;
  readonly isRate: boolean;
  /** The field under which its series is recorded; null: none is. */
  readonly series: string | null;
  /** Our field whose levels are its own; null: none. */
  readonly judgedBy: string | null;
  /** How that field is judged. */
  readonly rules: readonly LevelRule[];
  /** Undefined: absent. */
  read(item: Served, source: Source): ServedMember;
}

/** A plugin of version 5. */
export interface NamedPlugin {
  /** Its name there. */
  readonly name: string;
  readonly plugin: Plugin;
  readonly dialect: Dialect;
  /** Name of the member that identifies items; null: it is one object. */
  readonly key: string | null;
}

/** Named plugin with the inputs of its bodies. */
export interface Entry extends NamedPlugin {
  readonly members: readonly Member5[];
  /** Plugins from whose values it is made. */
  readonly sources: readonly string[];
}

/** Neither is a plugin there. */
const NONE = new Set(['alert', 'help']);

const PLAIN: Dialect = {};

/** Names and identities of the plugins of version 5, sorted by name, as their paths need them. */
export function namedPlugins(plugins: readonly Plugin[]): NamedPlugin[] {
  return plugins
    .filter(({ name }) => !NONE.has(name))
    .map((plugin) => {
      const dialect = DIALECTS[plugin.name] ?? PLAIN;
      const key = dialect.key ?? (plugin.shape === 'list' ? plugin.key : null);
      return { name: dialect.name ?? plugin.name, plugin, dialect, key };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the named plugins with their members. */
export function entriesOf(plugins: readonly Plugin[]): Entry[] {
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]));
  return namedPlugins(plugins).map((named) => entryOf(named, byName));
}

function entryOf(named: NamedPlugin, plugins: ReadonlyMap<string, Plugin>): Entry {
  const rules = levelRules(named.plugin);
  const members = namesOf(named).map((name) => memberOf(name, { ...named, plugins, rules }));
  const others = members.flatMap(({ note }) => otherPlugin(note.from) ?? []);
  const sources = [...new Set([named.plugin.name, ...others.filter((name) => plugins.has(name))])];
  return { ...named, members, sources };
}

/** Our fields, then those that are made from them. */
function namesOf({ plugin, dialect: { without = '', members = {} } }: NamedPlugin): string[] {
  const absent = new Set(without.split(' '));
  const own = Object.keys(fieldsOf(plugin)).filter((name) => !absent.has(name));
  return [...new Set([...own, ...Object.keys(members)])];
}

const otherPlugin = (from: string | undefined): string | null =>
  from?.includes('.') === true ? (from.split('.')[0] ?? null) : null;

interface Place extends NamedPlugin {
  readonly plugins: ReadonlyMap<string, Plugin>;
  readonly rules: readonly FieldRule[];
}

function memberOf(name: string, { plugin, key, dialect, plugins, rules: all }: Place): Member5 {
  const note = dialect.members?.[name] ?? {};
  const other = otherPlugin(note.from);
  const owner = other === null ? plugin : plugins.get(other);
  const from = note.from?.split('.').at(-1) ?? name;
  const field: Field | undefined = owner && fieldsOf(owner)[from];
  const isCounter = field?.kind === 'counter';
  const isRate = isCounter && note.isTotal !== true;
  const judgedBy = note.judgedBy === undefined ? from : note.judgedBy;
  const rules = all.flatMap((one) => (one.field === judgedBy ? one.rule : []));
  const valueOf = valueIn(from, isCounter, note);
  return {
    name,
    note,
    unit: note.unit ?? unitOf(field, isRate),
    description: note.description ?? field?.description ?? '',
    isKey: name === key,
    isRate,
    series:
      other === null && field !== undefined && hasHistory(field)
        ? isCounter
          ? `${from}_rate_per_sec`
          : from
        : null,
    judgedBy: rules.length > 0 ? judgedBy : null,
    rules,
    read(item, source) {
      const at =
        other === null ? item : source.siblingOf(other, key === null ? null : String(item[keyOf(plugin)]));
      const value = at === undefined ? null : valueOf(at, source);
      return note.isSparse === true && value === null ? undefined : value;
    },
  };
}

const keyOf = (plugin: Plugin): string => (plugin.shape === 'list' ? (plugin.key ?? '') : '');

function valueIn(from: string, isCounter: boolean, note: Member): Member5['read'] {
  if (note.value !== undefined) return note.value;
  if (!isCounter) return (item) => item[from];
  return note.isTotal === true ? (item) => item[`${from}_gauge`] : (item) => rateIn(item, from);
}

/** Per second since the previous sample, not rounded; null in the first one. */
function rateIn(item: Served, counter: string): number | null {
  const { [counter]: increase, time_since_update: seconds } = item;
  if (isFirst(item, counter) || typeof increase !== 'number' || typeof seconds !== 'number') return null;
  return increase / seconds;
}

const WORDS: Readonly<Partial<Record<Unit, string>>> = {
  byte: 'bytes',
  bytepersecond: 'bytespers',
  megabyte: 'number',
  millisecond: 'number',
  numberpersecond: 'number',
  second: 'seconds',
  timestamp: 'seconds',
};

const OF_KINDS: Readonly<Partial<Record<Field['kind'], string>>> = {
  text: 'string',
  flag: 'bool',
  list: 'list',
  object: 'list',
};

const isBytes = (unit: Unit | null): boolean => unit === 'byte' || unit === 'bytes';

/** @param field undefined: computed */
function unitOf(field: Field | undefined, isRate: boolean): string {
  if (field === undefined) return 'number';
  const { unit, kind } = field;
  if (isRate) return isBytes(unit) ? 'bytespers' : 'number';
  return unit === null ? (OF_KINDS[kind] ?? 'number') : (WORDS[unit] ?? unit);
}
