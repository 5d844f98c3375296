/** Examples of plugin values, from the recorded machines, otherwise invented. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from '../../src/core/plugin.ts';
import { type Schema, schemaOf } from '../../src/core/schema.ts';
import type { Examples } from '../../src/http/openapi/types.ts';

const folder = join(import.meta.dirname, '../../test/golden/hosts');
/** Real values come first. */
const FIRST = 'small-vm.json';
/** Items that are enough to show what a list contains. */
const MOST_ITEMS = 1;
const MOST_WORDS = 5;

export function recordedExamples(plugins: readonly Plugin[]): Examples {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort((a, b) => Number(b === FIRST) - Number(a === FIRST));
  const hosts = files.map((file) => {
    const { all } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { all: Record<string, unknown> };
    return all;
  });
  return Object.fromEntries(
    plugins.map((plugin) => {
      const values = hosts.map((all) => all[plugin.name]);
      const recorded = values.find((value) => !isEmpty(value));
      return [plugin.name, shortened(recorded ?? madeUp(schemaOf(plugin)), MOST_ITEMS)];
    }),
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** Lists cut to their beginning, nested ones too. */
function shortened(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((item) => shortened(item, MOST_WORDS));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      shortened(member, isListOfObjects(member) ? MOST_ITEMS : MOST_WORDS),
    ]),
  );
}

const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && typeof value[0] === 'object';

/** A value that a schema allows: null where it may be, but for numbers, of which each may be. */
function madeUp(schema: Schema): unknown {
  const { type, anyOf, const: fixed, items, properties = {}, exclusiveMinimum } = schema;
  if (fixed !== undefined) return fixed;
  if (Array.isArray(anyOf)) return madeUp(anyOf[0] as Schema);
  if (Array.isArray(type) && type.includes('null') && type[0] !== 'number') return null;
  switch (Array.isArray(type) ? type[0] : type) {
    case 'array':
      return [madeUp(items as Schema)];
    case 'object':
      return Object.fromEntries(
        Object.entries(properties as Record<string, Schema>).map(([name, member]) => [name, madeUp(member)]),
      );
    case 'number':
      return exclusiveMinimum === undefined ? 0 : 2;
    case 'boolean':
      return true;
    default:
      return 'text';
  }
}

/** The file that the service takes its examples from. */
export const examplesFile = (plugins: readonly Plugin[]): string =>
  `${JSON.stringify(recordedExamples(plugins), null, 2)}\n`;
