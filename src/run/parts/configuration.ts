/** Configuration of commands that do not sample this machine. */
import { plugins } from '../../measure/plugins/index.ts';
import { diskFiles } from '../config/files.ts';
import { type Configuration, loadSettings } from '../config/load.ts';
import { findConfig } from '../config/search.ts';

/**
 * Reads an agent's configuration, without command line options. Throws `ConfigError`.
 * @param path of `-C`; null: search the usual places
 */
export const readConfiguration = (
  path: string | null,
  environment: NodeJS.ProcessEnv,
): Promise<Configuration> =>
  loadSettings({
    registry: plugins,
    file: findConfig(path ?? undefined, environment, diskFiles),
    files: diskFiles,
    environment,
  });
