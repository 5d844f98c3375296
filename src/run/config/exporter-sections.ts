/** Exporter sections: `[influxdb2]`, and `[influxdb2_NAME]` for further targets. */
import type { Options } from '../../core/options.ts';
import { withFileKeys } from '../../net/deliver/secret-value.ts';
import type { Exporter, ExporterSettings } from '../../export/exporters/exporter.ts';
import { EXPORTERS } from '../../export/exporters/index.ts';
import { commonOptions, sharedValues } from '../../export/exporters/options.ts';
import type { RawSection } from './raw-section.ts';
import { type TypedValues, valuesOf } from './values.ts';

const NAME = /^[\w-]{1,64}$/;

/** Returns the exporter to which a section belongs. */
export const exporterOf = (section: string): Exporter | undefined =>
  EXPORTERS.find(({ name }) => section === name || (section.startsWith(`${name}_`) && NAME.test(section)));

/** All keys of the section. */
export const exporterKeys = (exporter: Exporter): Options => ({
  ...withFileKeys(exporter.options),
  ...commonOptions(exporter),
});

/** Returns the sections of exporters, typed, whether they run or not. */
export const exportersIn = (
  sections: ReadonlyMap<string, RawSection>,
  values: TypedValues,
): ExporterSettings[] => {
  const shared = sharedValues((key) => values.get('export')?.get(key));
  return [...sections].flatMap(([name, { where, values: texts }]) => {
    const exporter = exporterOf(name);
    if (exporter === undefined) return [];
    const given = new Map([...shared, ...(values.get(name) ?? [])]);
    return [
      {
        name,
        where: `${where}: [${name}]`,
        exporter,
        common: valuesOf(commonOptions(exporter), given),
        options: valuesOf(withFileKeys(exporter.options), values.get(name)),
        misread: [...texts].flatMap(([key, { value }]) =>
          value === '' || values.get(name)?.has(key) === true ? [] : [key],
        ),
      },
    ];
  });
};
