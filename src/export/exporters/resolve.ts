/** Resolves the sections of exporters: secrets, missing keys, names of the command line. */
import { fallbackOf, OptionError } from '../../core/option-parse.ts';
import type { Options, OptionValues } from '../../core/options.ts';
import {
  resolveSections,
  SecretProblem,
  type SecretSources,
  variableName,
  withFileKeys,
  withSecrets,
} from '../../net/deliver/secret-value.ts';
import { type Certificates, certificatesOf } from './certificates.ts';
import type { Exporter, ExporterSettings } from './exporter.ts';
import { commonOptions, type ExportOptions, sharedValues } from './options.ts';

/** An exporter that is ready to open. */
export interface Resolved extends ExporterSettings {
  readonly certificates: Certificates | null;
}

/** The requested exporters. */
export interface ChosenExporters {
  readonly running: readonly Resolved[];
  /** Disabled in their sections. */
  readonly off: readonly ExporterSettings[];
}

export interface Wanted {
  /** Names in `--export` or `[export] enable`: exporters (all their sections) or sections. */
  names: readonly string[];
  /** Their source: the option, or the place in the file. */
  where: string;
  settings: readonly ExporterSettings[];
  /** Of the section `[export]`. */
  all: ExportOptions;
  exporters: readonly Exporter[];
  /** Values of the command line, by exporter and key. */
  overrides: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  sources: SecretSources;
  /** End of a sentence about an unknown name: `; did you mean "…"?`, or advice. */
  suggest(word: string, candidates: readonly string[]): string;
}

/** Throws a `ConfigError` with all mistakes. */
export function resolveExporters(wanted: Wanted): ChosenExporters {
  const problems: string[] = [];
  const asked = named(wanted, problems);
  const running = resolveSections(
    asked.filter(({ common }) => !common.disable),
    (settings) => resolve(settings, wanted),
    problems,
  );
  return { running, off: asked.filter(({ common }) => common.disable) };
}

function named(
  { names, where, settings, all, exporters, suggest }: Wanted,
  problems: string[],
): readonly ExporterSettings[] {
  const found = new Map<string, ExporterSettings>();
  for (const name of names) {
    const exporter = exporters.find((known) => known.name === name);
    const own = settings.filter((section) => section.name === name || section.exporter === exporter);
    if (exporter === undefined && own.length === 0)
      problems.push(
        `${where}: there is no exporter "${name}"${suggest(
          name,
          exporters.map((known) => known.name),
        )}`,
      );
    else if (own.length > 0) for (const section of own) found.set(section.name, section);
    else if (exporter !== undefined) found.set(name, unconfigured(exporter, all));
  }
  return [...found.values()];
}

/** Without a section all keys have their defaults. */
const unconfigured = (exporter: Exporter, all: ExportOptions): ExporterSettings => ({
  name: exporter.name,
  where: `--export ${exporter.name}`,
  exporter,
  common: {
    ...(defaults(commonOptions(exporter)) as ExporterSettings['common']),
    ...Object.fromEntries(sharedValues((key) => all[key])),
  },
  options: defaults(withFileKeys(exporter.options)),
});

const defaults = (options: Options): OptionValues<Options> =>
  Object.fromEntries(Object.entries(options).map(([key, option]) => [key, fallbackOf(option)]));

function resolve(settings: ExporterSettings, { overrides, sources }: Wanted): Resolved {
  const { name, exporter, common } = settings;
  const values = { ...settings.options, ...overrides[exporter.name] };
  const options = withSecrets(
    exporter.options,
    values,
    (key) => variableName('export', name, key),
    sources,
  ) as Record<string, unknown>;
  for (const [key, value] of Object.entries(environmentOf(exporter, sources))) options[key] ??= value;
  const missing = (exporter.required ?? []).filter(
    (key) => (options[key] === undefined || options[key] === '') && settings.misread?.includes(key) !== true,
  );
  if (missing.length > 0) throw new SecretProblem(missingText(name, exporter, missing));
  const certificates = certificatesOf(common, sources);
  return { ...settings, options, certificates };
}

function environmentOf({ fromEnvironment }: Exporter, { environment }: SecretSources) {
  try {
    return fromEnvironment?.(environment) ?? {};
  } catch (error) {
    if (error instanceof OptionError) throw new SecretProblem(error.message);
    throw error;
  }
}

function missingText(section: string, { options }: Exporter, keys: readonly string[]): string {
  const words = keys.map((key) =>
    options[key]?.secret
      ? `${key} (or ${key}_file, or the variable ${variableName('export', section, key)})`
      : key,
  );
  return `needs ${words.join(', ')} in the section [${section}]`;
}
