/** Targets of notifications, from the configuration. */
import { type Environment, readSecretFile } from '../../net/deliver/secret-value.ts';
import { resolveTargets, type Target } from '../../alerts/notify/target.ts';
import type { Configuration } from '../config/load.ts';
import { withBrowsers } from './browsers.ts';

/** Throws a `ConfigError` with all mistakes in them. */
export const configuredTargets = (
  { targets }: Pick<Configuration, 'targets'>,
  environment: Environment,
): Target[] => resolveTargets(withBrowsers(targets), { environment, readFile: readSecretFile });
