/** Names of a template that stand for nothing: Jinja would print nothing in their place, which looks like a value that is empty. */
import type { PluginValue } from '../../core/served.ts';
import { describe } from '../../core/describe.ts';
import { othersOf, type Plugin } from '../../core/plugin.ts';

export interface KnownNames {
  readonly plugins: readonly Plugin[];
  /** Of `gl`, beside the plugins. */
  readonly helpers: readonly string[];
  /** Functions that templates can call. */
  readonly functions: readonly string[];
  valueOf(plugin: string): PluginValue;
}

/** A node of a parsed template. */
interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly object?: Node;
  readonly property?: Node;
  readonly operand?: Node;
  readonly filter?: Node;
  readonly callee?: Node;
}

/** Those of the language, and of the library. */
const BUILT_IN = ['true', 'false', 'none', 'True', 'False', 'None', 'range', 'namespace', 'loop', 'caller'];
const LIBRARY = ['raise_exception', 'strftime_now'];
/** Methods of every object. */
const METHODS: ReadonlySet<unknown> = new Set(['get', 'items', 'keys', 'values', 'dictsort']);
/** Parts of nodes that name operators, filters, tests and arguments, not values. */
const NO_VALUES: Readonly<Record<string, readonly string[]>> = {
  BinaryExpression: ['operator'],
  UnaryExpression: ['operator'],
  FilterExpression: ['filter'],
  FilterStatement: ['filter'],
  TestExpression: ['test'],
  KeywordArgumentExpression: ['key'],
};
/** Parts that give names to values. */
const BINDING: Readonly<Record<string, readonly string[]>> = {
  For: ['loopvar'],
  Set: ['assignee'],
  Macro: ['name', 'args'],
  CallStatement: ['callerArgs'],
};

/** A sentence about the first of them; null where there is none. Names that the template asks whether they are defined may be undefined. */
export function undefinedName(program: unknown, known: KnownNames): string | null {
  const bound = new Set([...BUILT_IN, ...LIBRARY, ...known.functions, 'gl']);
  const asked = new Set<string>();
  walk(program, (node) => {
    for (const part of BINDING[node.type ?? ''] ?? [])
      walk((node as Record<string, unknown>)[part], ({ type, value }) => {
        if (type === 'Identifier') bound.add(String(value));
      });
    if (node.operand !== undefined && asksWhetherDefined(node)) asked.add(pathOf(node.operand).join('.'));
  });
  let problem: string | null = null;
  walk(program, (node) => {
    const path = pathOf(node);
    if (problem === null && path.length > 0 && !asked.has(path.join('.')))
      problem = problemOf(path, bound, known);
  });
  return problem;
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const child of node as unknown[]) walk(child, visit);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  visit(node);
  const { type = '', filter, property } = node as Node;
  for (const [part, child] of Object.entries(node)) {
    // Arguments of a filter are values, its name is not.
    if (part === 'filter') walk((filter as { args?: unknown }).args, visit);
    else if (part === 'property' && child === property && !isComputed(node as Node)) continue;
    else if (!(NO_VALUES[type] ?? []).includes(part)) walk(child, visit);
  }
}

const isComputed = (node: Node): boolean => (node as { computed?: boolean }).computed === true;

function asksWhetherDefined({ type, filter, ...node }: Node): boolean {
  if (type === 'TestExpression') {
    const { value } = (node as { test?: Node }).test ?? {};
    return value === 'defined' || value === 'undefined';
  }
  return type === 'FilterExpression' && (filter?.callee?.value ?? filter?.value) === 'default';
}

/** `['gl', 'cpu', 'total']`; empty for anything but a name, or a member of one by its name. */
function pathOf(node: Node): string[] {
  if (node.type === 'Identifier') return [String(node.value)];
  if (node.type !== 'MemberExpression' || node.object === undefined) return [];
  const { type, value } = node.property ?? {};
  const isName = isComputed(node) ? type === 'StringLiteral' : type === 'Identifier';
  const object = pathOf(node.object);
  return isName && object.length > 0 ? [...object, String(value)] : [];
}

function problemOf(path: readonly string[], bound: ReadonlySet<string>, known: KnownNames): string | null {
  const [root = '', name, field] = path;
  if (!bound.has(root)) return `there is no ${root}: values are members of gl, as gl.cpu.total`;
  if (root !== 'gl' || name === undefined || METHODS.has(name) || known.helpers.includes(name)) return null;
  const plugin = known.plugins.find((one) => one.name === name);
  if (plugin === undefined)
    return `there is no gl.${name}: members of gl are ${known.helpers.join(', ')}, and the plugins that are on; gander --modules-list lists those that exist`;
  if (field === undefined || plugin.shape !== 'object' || METHODS.has(field)) return null;
  if (othersOf(plugin) !== undefined) return null;
  const value = known.valueOf(name);
  const isServed = typeof value === 'object' && value !== null && Object.hasOwn(value, field);
  return isServed || describe(plugin, field) !== null
    ? null
    : `there is no gl.${name}.${field}: docs/plugins.md lists the values of ${name}`;
}
