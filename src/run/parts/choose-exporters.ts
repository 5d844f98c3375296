/** The exporters of the command line and the configuration. */
import { ConfigError } from '../../core/errors.ts';
import { didYouMean, LISTED } from '../../core/nearest.ts';
import { wordsOf } from '../../core/option-parse.ts';
import { readSecretFile } from '../../net/deliver/secret-value.ts';
import { EXPORTERS } from '../../export/exporters/index.ts';
import { type ChosenExporters, resolveExporters, type Wanted } from '../../export/exporters/resolve.ts';
import type { CommandLine } from '../cli/parse.ts';
import type { ConfigParts } from '../config/load.ts';

export interface ExportChoice {
  command: CommandLine;
  configuration: ConfigParts;
  environment: Readonly<Record<string, string | undefined>>;
  /** The exporter to try once. */
  test?: string;
}

/** Returns the exporters to run. Throws a `ConfigError` with all mistakes in them. */
export function chooseExporters({
  command: { values },
  configuration,
  environment,
  test,
}: ExportChoice): ChosenExporters {
  return resolveExporters({
    ...wantedNames(values.export, configuration, test),
    settings: configuration.exporters,
    all: configuration.sections.export,
    exporters: EXPORTERS,
    overrides: overridesOf(values),
    sources: { environment, readFile: readSecretFile },
    suggest: (name, names) => didYouMean(name, names, LISTED),
  });
}

/** Names of the exporters to run, and their source. */
function wantedNames(
  option: string | null,
  { sections, placeOf }: ConfigParts,
  test: string | undefined,
): Pick<Wanted, 'names' | 'where'> {
  if (test !== undefined) return { names: [test], where: '--export-test' };
  if (option !== null) return { names: namesIn(option), where: '--export' };
  const { enable } = sections.export;
  return {
    names: enable,
    where: `${placeOf('export', 'enable') ?? ''}: [export] enable = ${enable.join(',')}`,
  };
}

/** An empty value is a mistake of a script, not a request for no exporter. */
function namesIn(option: string): readonly string[] {
  const names = wordsOf(option);
  if (names.length === 0)
    throw new ConfigError(['--export names no exporter; gander --modules-list names them.']);
  return names;
}

/** Given flags precede the file. */
const overridesOf = (values: CommandLine['values']) => ({
  csv: {
    ...(values.export_csv_file !== './glances.csv' && { file: values.export_csv_file }),
    ...(values.export_csv_overwrite && { overwrite: true }),
  },
  graph: {
    ...(values.export_graph_path !== '/tmp' && { path: values.export_graph_path }),
  },
  json: { ...(values.export_json_file !== './glances.json' && { file: values.export_json_file }) },
});
