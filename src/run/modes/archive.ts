/** `gander archive`: maintains the history on disk; no running agent is needed. */
import { counted } from '../../core/counted.ts';
import { defineRun } from '../../core/commands/subcommand.ts';
import { UsageError, EXIT_FAILURE, Failure } from '../../core/errors.ts';
import { createReadStream } from 'node:fs';
import { bytesBeside } from '../../history/archive/files/beside.ts';
import { failureOf } from '../../history/archive/failure.ts';
import { endOf } from '../../history/archive/files/file-name.ts';
import { kernelProcesses, takeLock } from '../../history/archive/lock.ts';
import { silentByDate } from '../../history/archive/silence.ts';
import { alignRange } from '../../history/past/ladder.ts';
import type { RangeSetup } from '../../history/archive/query/range.ts';
import { listSeries } from '../../history/archive/query/series-list.ts';
import { matcherOf } from '../../history/past/series-pattern.ts';
import { checkArchive } from '../../history/archive/transfer/check.ts';
import { exportText } from '../../history/archive/transfer/export.ts';
import { importRows } from '../../history/archive/transfer/import.ts';
import { metricNames } from '../../history/archive/transfer/open-metrics.ts';
import { linesOf, parseRows, RowError } from '../../history/archive/transfer/parse-rows.ts';
import { sortRows } from '../../history/archive/transfer/sort-rows.ts';
import { MINUTE_MS } from '../../history/archive/tiers/tier.ts';
import { describeNames, recordedFields } from '../../history/archive/write/declared-series.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { type ArchiveOptions, parseArchiveArguments } from '../cli/archive-arguments.ts';
import { drained } from '../../show/text/drained.ts';
import { forTerminal } from '../../show/text/text.ts';
import { nodeDisk } from '../../core/files/disk.ts';
import { auditCommand } from '../../net/credentials/audit-command.ts';
import { stateFolder } from '../../net/deliver/state-folder.ts';
import { makeFolder } from '../../core/files/make-folder.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { historyPaths, openReading } from '../parts/archive-reading.ts';

interface Work {
  readonly options: ArchiveOptions;
  readonly process: NodeJS.Process;
  readonly path: string;
  readonly setup: RangeSetup;
  readonly print: (text: string) => void;
}

/** Resolves with the exit code. Throws `SyntaxProblem`, `Failure` and `ConfigError`. */
export const run = defineRun(parseArchiveArguments, async ({ command, options }, process) => {
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const { path } = await historyPaths(options.folder, process.env, options.confFile);
  if (command === 'import') await madeFolder(path);
  const setup = await openReading(path, (_, text) => void process.stderr.write(`${forTerminal(text)}\n`));
  const work = { options, process, path, setup, print };
  if (command === 'stat') return stat(work);
  if (command === 'check') return check(work);
  if (command === 'export') return exportAll(work);
  const code = await (command === 'import' ? importFile(work) : prune(work));
  // A folder that is named may be a copy.
  if (code === 0 && options.folder === null)
    await auditCommand(
      {
        folder: stateFolder(process.env, process.getuid?.() === 0),
        action: `archive ${command}`,
        target: path,
      },
      process.stderr,
    );
  return code;
});

/** Another machine's data may be imported before the agent has written any. */
async function madeFolder(path: string): Promise<void> {
  try {
    await makeFolder(nodeDisk, path);
  } catch (error) {
    throw new Failure(`${(await failureOf(nodeDisk, path, error)).reason}.`);
  }
}

async function stat({ path, setup, print }: Work): Promise<number> {
  const { folder } = setup;
  const bytes = folder.bytes + (await bytesBeside(nodeDisk, path));
  if (bytes === 0 && folder.damaged === 0) {
    print(`${path} is empty: an agent writes its history there a minute after its start.`);
    return 0;
  }
  print(`${path}: ${Math.ceil(bytes / 1024)} kB`);
  for (const [tier, kind] of [
    ['samples', 'hour'],
    ['minutes', 'day'],
    ['hours', 'month'],
  ] as const) {
    const files = folder.list(kind);
    const [first, last] = [files[0], files.at(-1)];
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const range =
      first === undefined || last === undefined
        ? ''
        : `, ${new Date(first.name.start).toISOString().slice(0, 16)} to ${new Date(endOf(last.name)).toISOString().slice(0, 16)}`;
    print(`${tier}: ${counted(files.length, 'file')}, ${Math.ceil(bytes / 1024)} kB${range}`);
  }
  print(`open hours: ${folder.logs().length}`);
  print(`series: ${(await listSeries(setup, 0, Date.now() + 86_400_000)).length}`);
  if (folder.damaged > 0) print(`damaged files: ${folder.damaged}`);
  return 0;
}

async function check({ setup, print }: Work): Promise<number> {
  const { files, chunks, problems } = await checkArchive(setup.folder, setup.codec, setup.slice);
  for (const problem of problems) print(problem);
  print(
    `${counted(files, 'file')}, ${counted(chunks, 'chunk')}: ${problems.length === 0 ? 'all is well' : counted(problems.length, 'problem')}`,
  );
  return problems.length === 0 ? 0 : EXIT_FAILURE;
}

async function exportAll({ setup, options, process }: Work): Promise<number> {
  const { format, series: patterns } = options;
  const step = options.step ?? MINUTE_MS;
  const now = Date.now();
  const range = { ...alignRange(options.from ?? now - 86_400_000, options.to ?? now, step), step };
  const matchers = patterns.map(matcherOf);
  const found = await listSeries(setup, range.from, range.to);
  const series = found.filter(
    ({ info }) => matchers.length === 0 || matchers.some((matches) => matches(info)),
  );
  // A reader that stops early (`| head`) ends it.
  let isRead = true;
  process.stdout.on('error', () => (isRead = false));
  for await (const text of exportText(setup, series, range, format)) {
    if (!isRead) break;
    process.stdout.write(text);
    await drained(process.stdout);
  }
  return 0;
}

/** Runs a task that excludes a running agent. */
async function alone(path: string, work: () => Promise<number>): Promise<number> {
  const lock = await takeLock(nodeDisk, path, {
    processes: kernelProcesses,
    port: 0,
    isSilent: silentByDate,
  });
  if ('heldBy' in lock)
    throw new Failure(`An agent (process ${lock.heldBy.pid}) writes to ${path}: stop it first.`);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

const importFile = ({ path, setup, options, process, print }: Work): Promise<number> =>
  alone(path, async () => {
    const { file } = options;
    const lines = linesOf(() => (file === null ? process.stdin : createReadStream(file)));
    const { folder, codec, slice } = setup;
    try {
      const series = plugins.flatMap((plugin) =>
        recordedFields(plugin).map((field) => ({ plugin: plugin.name, field })),
      );
      const described = { folder, codec, slice, describe: describeNames(plugins), now: Date.now() };
      const { rows, values, hours, skipped, future } = await importRows(
        sortRows(parseRows(lines, metricNames(series)), options.step),
        described,
      );
      const left =
        (skipped === 0 ? '' : `; ${skipped} rows of this hour were left out`) +
        (future === 0 ? '' : `; ${future} rows in the future were left out`);
      print(
        `${counted(rows, 'row')} with ${counted(values, 'value')} of ${counted(hours, 'hour')} are in ${path}${left}`,
      );
      return 0;
    } catch (error) {
      throw error instanceof RowError || (error as NodeJS.ErrnoException).code
        ? new UsageError(`${options.file ?? 'standard input'}: ${reasonOf(error)}.`)
        : error;
    }
  });

const prune = ({ path, setup, options, print }: Work): Promise<number> =>
  alone(path, async () => {
    const before = Date.now() - (options.olderThan ?? 0);
    let files = 0;
    for (const kind of ['hour', 'day', 'month'] as const) {
      for (const { name } of setup.folder.list(kind)) {
        if (endOf(name) > before) continue;
        await setup.folder.remove(name);
        files += 1;
      }
    }
    print(`${counted(files, 'file')} removed`);
    return 0;
  });
