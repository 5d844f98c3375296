import type { Phrase } from '../../../core/phrase.ts';
import { type Said, say, together } from '../../../core/said.ts';
import { absolutePath } from '../../../core/option-parse.ts';
import { constant, gauge, text } from '../../../core/fields.ts';
import type { Served } from '../../../core/served.ts';
import type { Level, Thresholds } from '../../../core/level-rule.ts';
import { type GroupEntry, numberedOption, numberOption, parsedOption } from '../../../core/options.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { createChecks } from '../shared/checks.ts';

/** Thresholds and the API count in millions of bytes. */
const MEGABYTE = 1e6;
/** Walking through a large folder costs about 40 µs per file; no folder may take more than a fifth of the time. */
const REST = 4;
/** errno of a missing file. */
const ENOENT = 2;
const AT_ONCE = 1;

/** Above a threshold, not at it. */
function levelOf({ size, errno }: Served, { careful, warning, critical }: Thresholds): Level {
  if (errno !== 0) return 'ERROR';
  if (typeof size !== 'number') return 'DEFAULT';
  const isAbove = (limit: number | null) => limit !== null && size > limit * MEGABYTE;
  if (isAbove(critical)) return 'CRITICAL';
  if (isAbove(warning)) return 'WARNING';
  return isAbove(careful) ? 'CAREFUL' : 'OK';
}

const limit = constant('megabyte', 'Threshold, in millions of bytes.', {
  nullWhen: 'it is not configured',
  metric: 'skip',
});

const fields = {
  indice: text('Number of the folder in the configuration.'),
  path: text('Path of the folder.', { metric: { label: 'path' } }),
  refresh: constant('second', 'Time between two scans.', { metric: 'skip' }),
  careful: limit,
  warning: limit,
  critical: limit,
  size: gauge('byte', 'Size of all files in it and in all folders below.', {
    nullWhen: 'the folder has not been read yet, or cannot be read',
    level: {
      header: '',
      itemName: ({ indice }) => `folder_${String(indice)}`,
      compared: {
        value: ({ size }) => (typeof size === 'number' ? size / MEGABYTE : null),
        unit: 'megabyte',
        series: { size: (threshold) => threshold * MEGABYTE },
      },
      state: levelOf,
      isGone: ({ errno }) => errno === ENOENT,
    },
  }),
  errno: constant('number', 'Number of the last error, such as 13 for permission denied; 0: there was none.'),
};

const threshold = (word: string) =>
  numberOption(undefined, `Size in millions of bytes above which the level is ${word}.`);

const members = {
  path: parsedOption(
    absolutePath,
    'Folder to measure; without it the other keys of this number have no effect.',
    '/var/log',
  ),
  careful: threshold('careful'),
  warning: threshold('warning'),
  critical: threshold('critical'),
  refresh: numberOption(30, 'Seconds between two scans.', [1, 86_400]),
};

type ConfiguredFolder = GroupEntry<typeof members>;

/** Folders with different paths, since the path identifies an item. */
function usable(entries: readonly ConfiguredFolder[]): ConfiguredFolder[] {
  const paths = new Set<string | undefined>([undefined]);
  return entries.filter(({ values: { path } }) => !paths.has(path) && paths.add(path));
}

/** Sizes of configured folders, by walking through them in the background. */
export default definePlugin({
  name: 'folders',
  shape: 'list',
  key: 'path',
  description: 'Sizes of configured folders.',
  refresh: 60,
  fields,
  options: {
    folders: numberedOption('folder_', 10, members, 'Folders to watch, with numbers from 1 to 10.', {
      needs: 'path',
      isUnique: true,
    }),
  },
  create({ host, options, notice, again }) {
    const entries = usable(options.folders);
    if (entries.length === 0)
      throw new Unsupported(say('no folder is configured: add folder_1_path to [folders]'));
    const checks = createChecks({ clock: host.clock, again, concurrency: AT_ONCE, rest: REST });
    const folders = entries.map(({ name, values: { path = '', ...values } }) => {
      const folder = { indice: name, path, ...values, size: null as number | null, errno: 0 };
      checks.add(values.refresh, async () => {
        const { bytes, errno } = await host.folderSize(path);
        folder.size = bytes ?? folder.size;
        folder.errno = errno;
      });
      return folder;
    });
    const ignored = options.folders.filter((entry) => !entries.includes(entry));
    return {
      read() {
        checks.step();
        notice(
          'folders',
          describeProblems(
            folders,
            ignored.map(({ name }) => name),
          ),
        );
        return folders.map(({ careful = null, warning = null, critical = null, ...folder }) => ({
          ...folder,
          careful,
          warning,
          critical,
        }));
      },
    };
  },
});

/** Texts of kernel errors for folders; numbers from asm-generic/errno(-base).h. */
const WORDS: Readonly<Record<number, Phrase>> = {
  2: '{path}, or what a link in it leads to, does not exist',
  5: 'the device below {path} reports an input/output error',
  13: 'no permission to read {path} or a folder below it: run the agent as root or as its owner',
  20: '{path} is not a folder',
  24: 'too many open files: raise the limit of open files for the agent (ulimit -n)',
  36: '{path} holds folders nested deeper than a path may be long',
  40: '{path} holds links that lead to each other',
  110: '{path}, or what is mounted below it, does not answer: unmount it or bring its server back',
};

/** One sentence for all folders; null: none. */
function describeProblems(
  folders: readonly { path: string; errno: number }[],
  ignored: readonly string[],
): Said | null {
  const faults = folders
    .filter(({ errno }) => errno !== 0)
    .map(({ path, errno }) =>
      say(WORDS[errno] ?? '{path} cannot be read (error {errno})', { path, errno: String(errno) }),
    );
  const unused = ignored.map((number) =>
    say('folder_{number} is not watched: it has no path, or that of another one', { number }),
  );
  return together([...faults, ...unused]);
}
