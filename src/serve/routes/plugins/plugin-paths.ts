/** `/<plugin>`, one operation each. */
import type { Plugin } from '../../../core/plugin.ts';
import { operation } from '../../openapi/operation.ts';
import { schemaName } from '../../openapi/plugin-schemas.ts';
import {
  type Described,
  type Examples,
  type Operation,
  type Paths,
  ref,
  ROOT,
  type Tag,
} from '../../openapi/types.ts';

export function pluginPaths({ plugins, examples }: Described): Paths {
  const paths: Paths = {};
  for (const plugin of plugins) paths[`${ROOT}/${plugin.name}`] = { get: statsOf(plugin, examples) };
  const library = plugins.find(({ name }) => name === 'libversion');
  if (library) paths[`${ROOT}/psutilversion`] = { get: libraryAlias(library, examples) };
  return paths;
}

export const pluginTags = (plugins: readonly Plugin[]): Tag[] =>
  plugins.map(({ name, description }) => ({ name, description }));

const SHAPES: Record<Plugin['shape'], string> = {
  object: 'An object of fields; empty while nothing is known.',
  list: 'A list of entries; empty when there are none.',
  scalar: 'One value, or null.',
};

const sentence = (text: string): string => text.replace(/\.$/, '');

const statsOf = (plugin: Plugin, examples: Examples): Operation =>
  operation({
    id: `get${schemaName(plugin)}`,
    tag: plugin.name,
    summary: sentence(plugin.description),
    description: SHAPES[plugin.shape],
    answer: ref('schemas', schemaName(plugin)),
    says: 'The latest sample.',
    example: examples[plugin.name],
    isVersioned: true,
    refusals: { '503': 'NotYetRead' },
  });

const libraryAlias = (plugin: Plugin, examples: Examples): Operation => ({
  ...statsOf(plugin, examples),
  operationId: 'getPsutilversion',
  description: 'Alias of `libversion` for clients of older servers; not listed.',
  deprecated: true,
});
