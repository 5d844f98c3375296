/**
 * The summary of `--fetch-template`: a Jinja template with the plugins as members of `gl`.
 *
 * Templates reach only these values: @huggingface/jinja interprets them and does not generate code.
 */
import type { Json, PluginValue, Served, ServedMember } from '../../core/served.ts';
import { Template } from '@huggingface/jinja';
import { reasonOf } from '../../core/files/reason-of.ts';
import { UsageError } from '../../core/errors.ts';
import { readSmallFile } from '../../core/files/read-small-file.ts';
import type { Plugin } from '../../core/plugin.ts';
import { undefinedName } from './template-names.ts';
import { bytes, forTerminal } from './text.ts';

interface TemplateSetup {
  plugins: readonly Plugin[];
  valueOf(plugin: string): PluginValue;
  /** This process, which is left out of the top processes; null: it is not there. */
  pid: number | null;
}

type Item = Readonly<Served>;

/** Throws `UsageError` for a file that cannot be read, and for a template that makes no sense or has names that stand for nothing. */
export function templateSummary(path: string, given: TemplateSetup): string {
  const setup = { ...given, valueOf: (plugin: string) => clean(given.valueOf(plugin)) as PluginValue };
  const text = readTemplate(path);
  try {
    const template = new Template(text);
    const own = helpers(setup);
    const problem = undefinedName(template.parsed, {
      ...setup,
      helpers: Object.keys(own),
      functions: Object.keys(FILTERS),
    });
    if (problem !== null) throw new Error(problem);
    callFilters(template.parsed);
    return template.render({ gl: { ...valuesOf(setup), ...own }, ...FILTERS });
  } catch (error) {
    throw new UsageError(`--fetch-template: ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function readTemplate(path: string): string {
  try {
    return readSmallFile(path).toString('utf8');
  } catch (error) {
    throw new UsageError(`--fetch-template: ${path} cannot be read: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

/** Lists become objects by their key, so that `gl.fs['/'].percent` is a value. */
function valuesOf({ plugins, valueOf }: TemplateSetup): Served {
  const entries = plugins.map((plugin) => {
    const { name } = plugin;
    const value = valueOf(name);
    const key = plugin.shape === 'list' ? plugin.key : null;
    if (key === null || !Array.isArray(value)) return [name, value] as const;
    return [name, Object.fromEntries((value as Item[]).map((item) => [String(item[key]), item]))] as const;
  });
  return Object.fromEntries(entries);
}

/** Removes characters that control terminals: names are chosen by others. */
function clean(value: Json): Json {
  if (typeof value === 'string') return forTerminal(value);
  if (Array.isArray(value)) return value.map(clean);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [forTerminal(key), member && clean(member)]),
  );
}

const BAR = 18;
const TOP = 3;

function helpers({ valueOf, pid }: TemplateSetup) {
  return {
    /** A bar for a percentage. */
    bar(percent: ServedMember, size: ServedMember = BAR) {
      const width = Number(size) || BAR;
      const filled = Math.round((Math.min(Math.max(Number(percent) || 0, 0), 100) / 100) * width);
      return '■'.repeat(filled) + '□'.repeat(width - filled);
    },
    auto_unit: (value: ServedMember) => bytes(typeof value === 'number' ? value : null),
    /** Returns the first processes by a field. */
    top_process(...given: unknown[]) {
      const { limit = TOP, sorted_by: field = 'cpu_percent' } = named(given, ['limit', 'sorted_by']);
      const list = (valueOf('processlist') as Item[] | undefined) ?? [];
      return list
        .filter((item) => item['pid'] !== pid)
        .sort((a, b) => Number(b[String(field)] ?? 0) - Number(a[String(field)] ?? 0))
        .slice(0, Number(limit));
    },
  };
}

/** Arguments by position and by name; those by name come last, as one map of values of the template's language. */
function named(given: readonly unknown[], names: readonly string[]): Record<string, unknown> {
  const last = given.at(-1);
  const values = last instanceof Map ? given.slice(0, -1) : given;
  const byName = last instanceof Map ? [...(last as Map<string, { value: unknown }>)] : [];
  return Object.fromEntries([
    ...values.map((value, at) => [names[at] ?? '', value] as const),
    ...byName.map(([name, { value }]) => [name, value] as const),
  ]);
}

/** Filters of Jinja that the library lacks. */
const FILTERS = {
  format: (pattern: unknown, ...values: unknown[]): string => {
    let at = 0;
    return String(pattern).replaceAll(
      /%(0?)(\d*)(?:\.(\d+))?([dfsi%])/g,
      (_, zero: string, width: string, digits: string | undefined, kind: string) => {
        if (kind === '%') return '%';
        const value = values[at++];
        const text =
          kind === 's' ? String(value) : Number(value).toFixed(kind === 'f' ? Number(digits ?? 6) : 0);
        return text.padStart(Number(width || 0), zero || ' ');
      },
    );
  },
  round: (value: ServedMember, digits: ServedMember = 0): number => {
    const scale = 10 ** (Number(digits) || 0);
    return Math.round(Number(value) * scale) / scale;
  },
};

interface Node {
  type?: string;
  operand?: Node;
  filter?: { type: string; value?: string; callee?: { value?: string }; args?: unknown[] };
  callee?: unknown;
  args?: unknown[];
}

/** Turns `x | format(y)` into `format(x, y)`, for the filters above. */
function callFilters(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const child of Object.values(node)) callFilters(child);
  const { type, operand, filter } = node as Node;
  const name = filter?.value ?? filter?.callee?.value ?? '';
  if (type !== 'FilterExpression' || !Object.hasOwn(FILTERS, name)) return;
  Object.assign(node, {
    type: 'CallExpression',
    callee: { type: 'Identifier', value: name },
    args: [operand, ...(filter?.args ?? [])],
  });
}
