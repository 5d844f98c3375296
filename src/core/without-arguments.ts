/** Values without the arguments of programs. */
import { isObject } from './members.ts';
import { fieldsOf, type Plugin } from './plugin.ts';
import type { Json, PluginValue, Served } from './served.ts';

type Cut = (value: PluginValue) => PluginValue;

/** Fields of a plugin that hold a program and its arguments. */
export const argumentFieldsOf = (plugin: Plugin): string[] =>
  Object.entries(fieldsOf(plugin)).flatMap(([name, { options }]) => (options.holdsArguments ? [name] : []));

/** Returns the program of a command line. Some programs write all arguments into the first. */
export function programOf(commandLine: Json): Json {
  if (Array.isArray(commandLine)) return commandLine.slice(0, 1).map(programOf);
  return typeof commandLine === 'string' ? commandLine.trimStart().split(/\s/, 1)[0]! : commandLine;
}

/** Null for a plugin without arguments. Items that are the same objects stay the same. */
export function argumentCutOf(plugin: Plugin): Cut | null {
  const names = argumentFieldsOf(plugin);
  if (names.length === 0) return null;
  const known = new WeakMap<Served, Served>();
  const cutItem = (item: Served): Served => {
    const before = known.get(item);
    if (before !== undefined) return before;
    const cut = { ...item };
    for (const name of names) if (cut[name] !== undefined) cut[name] = programOf(cut[name]);
    known.set(item, cut);
    return cut;
  };
  return (value) =>
    (Array.isArray(value)
      ? (value as Served[]).map(cutItem)
      : isObject(value)
        ? cutItem(value as Served)
        : value) as PluginValue;
}

/**
 * Cuts all members with these names at any depth, in place: answers of other agents, whose shapes differ by version. True: something
 * has changed.
 */
export function cutArgumentsIn(value: unknown, names: ReadonlySet<string>): boolean {
  let hasChanged = false;
  const visit = (one: unknown): void => {
    if (Array.isArray(one)) for (const item of one) visit(item);
    if (!isObject(one)) return;
    for (const [name, member] of Object.entries(one)) {
      if (member === undefined || !names.has(name) || isObject(member)) visit(member);
      else {
        one[name] = cutDeep(member);
        hasChanged = true;
      }
    }
  };
  visit(value);
  return hasChanged;
}

/** One command line, or a list of them. */
const cutDeep = (member: Json): Json =>
  Array.isArray(member) && member.some(Array.isArray) ? member.map(programOf) : programOf(member);
