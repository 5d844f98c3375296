/** The history on disk for commands that read it, whether an agent runs or not. */
import { UsageError, Failure } from '../../core/errors.ts';
import { ArchiveFolder } from '../../history/archive/files/folder.ts';
import { ColumnCodec } from '../../history/archive/format/column-codec.ts';
import type { RangeSetup } from '../../history/archive/query/range.ts';
import { Recent } from '../../history/archive/query/recent.ts';
import { describeNames } from '../../history/archive/write/declared-series.ts';
import { errorCode } from '../../core/files/error-code.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { diskFiles } from '../config/files.ts';
import { loadSettings } from '../config/load.ts';
import { findConfig } from '../config/search.ts';
import { Slice } from '../../core/slice.ts';
import { nodeDisk } from '../../core/files/disk.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { copiedHistory, type HistoryPaths, ownHistoryPaths } from '../../history/archive/history-paths.ts';

/** @param folder a history without its agent; null: that of the configuration. Throws `Failure` and `ConfigError`. */
export async function historyPaths(
  folder: string | null,
  env: NodeJS.ProcessEnv,
  confFile: string | null,
): Promise<HistoryPaths> {
  if (folder !== null) return copiedHistory(folder);
  const file = findConfig(confFile ?? undefined, env, diskFiles);
  const { sections } = await loadSettings({ registry: plugins, file, files: diskFiles, environment: env });
  const paths = ownHistoryPaths(sections.archive.folder, env);
  if (paths === null) throw new UsageError('There is no folder for the history: name it with --folder.');
  return paths;
}

/** Throws `Failure`. */
export async function openReading(
  path: string,
  log: (severity: string, text: string) => void,
): Promise<RangeSetup> {
  try {
    const folder = await ArchiveFolder.read(nodeDisk, path, log);
    const codec = new ColumnCodec();
    const recent = new Recent({ folder, codec, plugins: [], describe: describeNames(plugins) });
    return { folder, codec, recent, slice: new Slice() };
  } catch (error) {
    throw errorCode(error) === 'ENOENT'
      ? new UsageError(`The folder ${path} does not exist: name the folder of the history with --folder.`)
      : new Failure(problemOf(path, error));
  }
}

function problemOf(path: string, error: unknown): string {
  const code = errorCode(error);
  const remedy = code === 'EACCES' ? ' Run the command as root, or as the user of the agent.' : '';
  return `The folder ${path} cannot be read: ${reasonOf(error)}.${remedy}`;
}
