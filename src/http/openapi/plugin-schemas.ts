/** Schemas of plugin values, as components. */
import { isExtraPlugin } from '../../core/glances-names.ts';
import type { Plugin } from '../../core/plugin.ts';
import { type Schema, schemaOf } from '../../core/schema.ts';
import { ref } from './types.ts';

/** `Cpu` for `cpu`. */
export const schemaName = ({ name }: Plugin): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Name of the schema of one entry of a list. */
export const itemSchemaName = (plugin: Plugin): string => `${schemaName(plugin)}Item`;

export function pluginSchemas(plugins: readonly Plugin[]): Record<string, Schema> {
  const schemas: Record<string, Schema> = {};
  for (const plugin of plugins) {
    const { items, ...schema } = schemaOf(plugin);
    schemas[schemaName(plugin)] =
      items === undefined ? schema : { ...schema, items: ref('schemas', itemSchemaName(plugin)) };
    if (items !== undefined) schemas[itemSchemaName(plugin)] = items as Schema;
  }
  return { ...schemas, All: allSchema(plugins) };
}

const allSchema = (plugins: readonly Plugin[]): Schema => ({
  type: 'object',
  description: 'Values by plugin.',
  properties: Object.fromEntries(plugins.map((plugin) => [plugin.name, ref('schemas', schemaName(plugin))])),
  required: plugins.map(({ name }) => name).filter((name) => !isExtraPlugin(name)),
  additionalProperties: false,
});
