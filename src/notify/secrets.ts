/** Secrets from where they are: the configuration, a file, the environment. */
import { OptionError, parseOption } from '../core/option-parse.ts';
import type { Options, OptionValues } from '../core/options.ts';
import type { TargetOptions } from './options.ts';
import { secretKeys, type TargetSettings, type TargetType } from './target-type.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A target that is ready to be sent to. */
export interface Target {
  readonly name: string;
  readonly type: TargetType;
  readonly common: TargetOptions;
  readonly options: OptionValues<Options>;
  /** Certificates of authorities, PEM. */
  readonly ca: string | null;
}

/** Targets that cannot be used as they are configured: one sentence each, without any secret. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

export interface SecretSources {
  environment: Environment;
  /** The content of a small file; throws a system error. */
  readFile(path: string): string;
}

/** `GANDER_NOTIFY_OPS_WEBHOOK_URL` */
export const variableName = (target: string, key: string): string =>
  `GANDER_NOTIFY_${target}_${key}`.toUpperCase().replaceAll(/\W/g, '_');

/** Throws {@link TargetError} with all that is wrong. Disabled targets are left out. */
export function resolveTargets(settings: readonly TargetSettings[], sources: SecretSources): Target[] {
  const problems: string[] = [];
  const targets = settings
    .filter(({ common }) => !common.disable)
    .flatMap((target) => {
      try {
        return [resolve(target, sources)];
      } catch (error) {
        if (!(error instanceof TargetProblem)) throw error;
        problems.push(`${target.where} ${error.message}.`);
        return [];
      }
    });
  if (problems.length > 0) throw new TargetError(problems);
  return targets;
}

/** The rest of a sentence that starts with the section. */
class TargetProblem extends Error {}

function resolve({ name, type, common, options }: TargetSettings, sources: SecretSources): Target {
  const values = { ...options };
  for (const key of secretKeys(type)) {
    const value = secretValue({ name, type, options }, key, sources);
    if (value !== undefined) values[key] = value;
    else if (type.required.includes(key))
      throw new TargetProblem(`needs ${key}, ${key}_file or the variable ${variableName(name, key)}`);
  }
  const problem = type.check?.(values) ?? null;
  if (problem !== null) throw new TargetProblem(problem);
  const ca = common.ca_file === undefined ? null : fileText('ca_file', common.ca_file, sources);
  return { name, type, common, options: values, ca };
}

function secretValue(
  { name, type, options }: Pick<Target, 'name' | 'type' | 'options'>,
  key: string,
  sources: SecretSources,
): unknown {
  const given = options[key];
  const file = options[`${key}_file`] as string | undefined;
  if (given !== undefined && file !== undefined)
    throw new TargetProblem(`has both ${key} and ${key}_file: keep one of them`);
  if (given !== undefined) return given;
  if (file !== undefined)
    return parsed(type, key, fileText(`${key}_file`, file, sources), `the file ${file}`);
  const variable = variableName(name, key);
  const text = sources.environment[variable];
  return text === undefined || text === '' ? undefined : parsed(type, key, text, `the variable ${variable}`);
}

function parsed(type: TargetType, key: string, text: string, source: string): unknown {
  try {
    return parseOption(type.options[key] as Options[string], text);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new TargetProblem(`cannot use ${key} from ${source}: ${error.message}`);
  }
}

function fileText(key: string, path: string, { readFile }: SecretSources): string {
  let text: string;
  try {
    text = readFile(path).trim();
  } catch (error) {
    throw new TargetProblem(`cannot read ${key} = ${path}: ${reasonOf(error)}`);
  }
  if (text === '') throw new TargetProblem(`has an empty file as ${key}: ${path}`);
  return text;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  return code === 'EACCES' ? 'no permission' : message;
}
