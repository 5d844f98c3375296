/** A target ready to use, from its section. */
import {
  fileText,
  resolveSections,
  SecretProblem,
  secretKeysOf,
  type SecretSources,
  variableName,
  withSecrets,
} from '../../net/deliver/secret-value.ts';
import type { TargetSettings } from './target-type.ts';

export interface Target extends Omit<TargetSettings, 'where'> {
  /** Certificates of authorities, PEM. */
  readonly ca: string | null;
}

/** Throws a `ConfigError` with all mistakes. Disabled targets are left out. */
export const resolveTargets = (settings: readonly TargetSettings[], sources: SecretSources): Target[] =>
  resolveSections(
    settings.filter(({ common }) => !common.disable),
    (target) => resolve(target, sources),
  );

function resolve({ name, type, common, options, isOfPage }: TargetSettings, given: SecretSources): Target {
  const sources = isOfPage ? { ...given, environment: {} } : given;
  const variableOf = (key: string): string => variableName('notify', name, key);
  const values = withSecrets(type.options, options, variableOf, sources);
  const missing = secretKeysOf(type.options).find(
    (key) => type.required.includes(key) && values[key] === undefined,
  );
  if (missing !== undefined)
    throw new SecretProblem(
      isOfPage
        ? `needs ${missing}`
        : `needs ${missing}, ${missing}_file or the variable ${variableOf(missing)}`,
    );
  const problem = type.check?.(values) ?? null;
  if (problem !== null) throw new SecretProblem(problem);
  const ca = common.ca_file === undefined ? null : fileText('ca_file', common.ca_file, sources.readFile);
  return { name, type, common, options: values, ca, isOfPage };
}
