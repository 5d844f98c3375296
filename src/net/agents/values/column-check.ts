import type { Column } from '../../../core/columns.ts';
import { createForeignCheck } from '../../../core/foreign-values.ts';
import type { Plugin } from '../../../core/plugin.ts';
import { decodeValue } from './decode.ts';
import type { Answered } from './extract.ts';
import { memberOf } from '../../../core/members.ts';

type Values = ReadonlyMap<string, Answered>;

/** Values by key of their column, and those of them that may be kept. */
export type ColumnCheck = (values: Values) => Values;

/**
 * Values of columns by key as another agent gave them, without those whose type or range the field does not have: a text in place of a
 * number, −1 percent. Fields that this version does not know pass.
 */
export function createColumnCheck(columns: readonly Column[], registry: readonly Plugin[]): ColumnCheck {
  const checks = new Map(
    columns.flatMap((column) => {
      const plugin = registry.find(({ name }) => name === column.plugin);
      return plugin === undefined ? [] : [[column.key, createCheck(column, plugin)] as const];
    }),
  );
  return (values) =>
    new Map([...values].filter(([key, { value }]) => value === null || checks.get(key)?.(value) !== false));
}

function createCheck({ field, item }: Column, plugin: Plugin): (value: Answered['value']) => boolean {
  const check = createForeignCheck(plugin);
  const isList = plugin.shape === 'list';
  const identity = isList && plugin.key !== null ? { [plugin.key]: item } : {};
  return (value) => {
    const served = { ...identity, [field]: value };
    const decoded = decodeValue(plugin, isList ? [served] : served);
    check(decoded);
    return (memberOf(Array.isArray(decoded) ? decoded[0] : decoded, field) ?? null) !== null;
  };
}
