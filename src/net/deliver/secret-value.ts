/** Resolves the secrets of a section from the configuration, a file or the environment. */
import { ConfigError } from '../../core/errors.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { readSmallFile } from '../../core/files/read-small-file.ts';
import { OptionError, parseOption } from '../../core/option-parse.ts';
import type { Option, Options, OptionValues } from '../../core/options.ts';
import type { Section } from '../../core/section.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface SecretSources {
  environment: Environment;
  /** Returns the content of a small file. Throws a system error. */
  readFile(path: string): string;
}

/** Message that continues the name of the section. */
export class SecretProblem extends Error {}

/**
 * Resolves sections one by one. Throws `ConfigError` with a sentence per invalid one, without secrets.
 * @param earlier problems reported together with those
 */
export function resolveSections<S extends { readonly where: string }, R>(
  sections: readonly S[],
  resolve: (section: S) => R,
  earlier: readonly string[] = [],
): R[] {
  const problems = [...earlier];
  const resolved: R[] = [];
  for (const section of sections) {
    try {
      resolved.push(resolve(section));
    } catch (error) {
      if (!(error instanceof SecretProblem)) throw error;
      problems.push(`${section.where} ${error.message}.`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return resolved;
}

/** Returns the environment variable of a key: `GANDER_NOTIFY_OPS_WEBHOOK_URL`. */
export const variableName = (...words: readonly string[]): string =>
  `GANDER_${words.join('_')}`.toUpperCase().replaceAll(/\W/g, '_');

/** Adds the secrets of a section to its values. Throws {@link SecretProblem}. */
export function withSecrets(
  declared: Options,
  values: OptionValues<Options>,
  variableOf: (key: string) => string,
  sources: SecretSources,
): OptionValues<Options> {
  const secrets = secretKeysOf(declared).map((key) => {
    const secret = { key, option: declared[key] as Option, variable: variableOf(key) };
    return [key, secretValue(secret, values, sources)] as const;
  });
  return { ...values, ...Object.fromEntries(secrets.filter(([, value]) => value !== undefined)) };
}

/** Adds the secrets of a section that belongs to no group. Throws `ConfigError`. */
export function sectionWithSecrets<O extends Options>(
  { name, options }: Section<string, O>,
  values: OptionValues<O>,
  environment: Environment,
): OptionValues<O> {
  const sources = { environment, readFile: readSecretFile };
  const where = `[${name}]`;
  const [resolved] = resolveSections([{ where }], () =>
    withSecrets(options, values, (key) => variableName(name, key), sources),
  );
  return resolved as OptionValues<O>;
}

/** A key of a section, and its environment variable. */
interface SecretKey {
  readonly key: string;
  readonly option: Option;
  readonly variable: string;
}

/** Undefined if there is none. Throws {@link SecretProblem}. */
function secretValue(
  { key, option, variable }: SecretKey,
  values: OptionValues<Options>,
  { environment, readFile }: SecretSources,
): unknown {
  const given = values[key];
  const file = values[`${key}_file`] as string | undefined;
  if (given !== undefined && file !== undefined)
    throw new SecretProblem(`has both ${key} and ${key}_file: keep one of them`);
  if (given !== undefined) return given;
  if (file !== undefined)
    return parsed(option, key, fileText(`${key}_file`, file, readFile), `the file ${file}`);
  const text = environment[variable];
  return text === undefined || text === ''
    ? undefined
    : parsed(option, key, text, `the variable ${variable}`);
}

function parsed(option: Option, key: string, text: string, source: string): unknown {
  try {
    return parseOption(option, text);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new SecretProblem(`cannot use ${key} from ${source}: ${error.message}`);
  }
}

/** Reads the file that a key names. Throws {@link SecretProblem}. */
export function fileText(key: string, path: string, readFile: SecretSources['readFile']): string {
  let text: string;
  try {
    text = readFile(path).trim();
  } catch (error) {
    throw new SecretProblem(`cannot read ${key} = ${path}: ${reasonOf(error)}`);
  }
  if (text === '') throw new SecretProblem(`has an empty file as ${key}: ${path}`);
  return text;
}

/** Keys of a section that hold secrets. */
export const secretKeysOf = (options: Options): string[] =>
  Object.entries(options).flatMap(([key, { secret }]) => (secret ? [key] : []));

/** All keys of a section, with `KEY_file` for every secret. */
export function withFileKeys(options: Options): Options {
  const entries = Object.entries(options).flatMap(([key, option]): [string, Option][] =>
    option.secret
      ? [
          [key, option],
          [`${key}_file`, fileOption(key)],
        ]
      : [[key, option]],
  );
  return Object.fromEntries(entries);
}

const fileOption = (key: string): Option<string | undefined> => ({
  type: 'text',
  description: `File that holds the value of ${key}, instead of this one.`,
  fallback: undefined,
});

/** Larger than any password, and than a bundle of certificates. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Reads a small file or a pipe. Throws a system error. */
export const readSecretFile = (path: string): string => readSmallFile(path, MOST_BYTES).toString('utf8');
