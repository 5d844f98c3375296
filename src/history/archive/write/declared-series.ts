/** Declarations of fields with history. */
import { hasHistory } from '../../../core/fields.ts';
import { fieldsOf, type Plugin } from '../../../core/plugin.ts';
import type { SeriesInfo } from '../../past/series.ts';

/** Describes a series by its declaration. */
export type Describe = (plugin: string, field: string, item: string | null) => SeriesInfo;

export function describeSeries(plugins: readonly Plugin[]): Describe {
  const declared = new Map(
    plugins.flatMap((plugin) =>
      Object.entries(fieldsOf(plugin))
        .filter(([, field]) => hasHistory(field))
        .map(([name, { kind, unit }]): [string, Pick<SeriesInfo, 'kind' | 'unit'>] =>
          kind === 'counter'
            ? [`${plugin.name}/${name}_rate_per_sec`, { kind: 'rate', unit }]
            : [`${plugin.name}/${name}`, { kind: 'gauge', unit }],
        ),
    ),
  );
  return (plugin, field, item) => {
    const { kind, unit } = declared.get(`${plugin}/${field}`) ?? { kind: 'gauge', unit: null };
    return { plugin, item, field, kind, unit };
  };
}

/** Like {@link describeSeries}, from the name of a series alone: its item precedes the name of a declared field. */
export function describeNames(plugins: readonly Plugin[]): Describe {
  const describe = describeSeries(plugins);
  const fields = new Map(plugins.map((plugin) => [plugin.name, fieldNames(plugin)]));
  return (plugin, name, item) => {
    const field = item === null ? fields.get(plugin)?.find((one) => name.endsWith(`_${one}`)) : undefined;
    return field === undefined
      ? describe(plugin, name, item)
      : describe(plugin, field, name.slice(0, -field.length - 1));
  };
}

/** For lists, the longest first. */
const fieldNames = (plugin: Plugin): string[] =>
  plugin.shape === 'list' ? recordedFields(plugin).sort((a, b) => b.length - a.length) : [];

/** Recorded names of fields with history. */
export const recordedFields = (plugin: Plugin): string[] =>
  Object.entries(fieldsOf(plugin))
    .filter(([, field]) => hasHistory(field))
    .map(([name, { kind }]) => (kind === 'counter' ? `${name}_rate_per_sec` : name));
