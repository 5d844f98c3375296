/** Secrets from where they are: the configuration, a file, the environment. */
import type { Option, Options, OptionValues } from '../../core/options.ts';
import { fileText, SecretProblem, secretValue, type SecretSources } from '../deliver/secret-value.ts';
import type { TargetOptions } from './options.ts';
import { secretKeys, type TargetSettings, type TargetType } from './target-type.ts';

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
        if (!(error instanceof SecretProblem)) throw error;
        problems.push(`${target.where} ${error.message}.`);
        return [];
      }
    });
  if (problems.length > 0) throw new TargetError(problems);
  return targets;
}

function resolve({ name, type, common, options }: TargetSettings, sources: SecretSources): Target {
  const values = { ...options };
  for (const key of secretKeys(type)) {
    const value = secretValue(
      { key, option: type.options[key] as Option, variable: variableName(name, key) },
      options,
      sources,
    );
    if (value !== undefined) values[key] = value;
    else if (type.required.includes(key))
      throw new SecretProblem(`needs ${key}, ${key}_file or the variable ${variableName(name, key)}`);
  }
  const problem = type.check?.(values) ?? null;
  if (problem !== null) throw new SecretProblem(problem);
  const ca = common.ca_file === undefined ? null : fileText('ca_file', common.ca_file, sources.readFile);
  return { name, type, common, options: values, ca };
}
