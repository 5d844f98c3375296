/** `gander snapshot`: writes an incident to a file; no running agent is needed. */
import { defineRun } from '../../core/commands/subcommand.ts';
import { UsageError, Failure } from '../../core/errors.ts';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { errorCode } from '../../core/files/error-code.ts';
import { ownPath } from '../../core/files/own-path.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import type { LogAnswer } from '../../explain/logs/log-lines.ts';
import { VERSION } from '../../core/version.ts';
import type { Explanation } from '../../explain/explanation.ts';
import { fileName } from '../../explain/incident/file-name.ts';
import type { IncidentHead } from '../../explain/incident/incident.ts';
import { IncidentProblem, incidentIn, MOST_PACKED } from '../../explain/incident/read.ts';
import { writeIncident } from '../../explain/incident/write.ts';
import { createHost } from '../../measure/host/local-host.ts';
import { createLogs } from '../../explain/logs/logs.ts';
import { without } from '../../explain/logs/reading.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { readLogsOf } from '../../explain/happened-logs.ts';
import { forTerminal } from '../../show/text/text.ts';
import { parseSnapshotArguments, type SnapshotOptions } from '../cli/snapshot-arguments.ts';
import { diskFiles } from '../config/files.ts';
import { loadSettings } from '../config/load.ts';
import { findConfig } from '../config/search.ts';
import { askHost } from '../parts/ask-host.ts';
import { historyPaths, openReading } from '../parts/archive-reading.ts';
import { knownNames } from '../../explain/incident/known-names.ts';
import { LOGS_SECTION } from '../../explain/logs/logs-section.ts';
import { sectionsIn } from '../config/typed.ts';
import { showLine } from '../../explain/logs/logs-part.ts';
import { pastOfFolder } from '../parts/past-folder.ts';

/** Resolves with the exit code. Throws `SyntaxProblem`, `Failure` and `ConfigError`. */
export const run = defineRun(parseSnapshotArguments, async (options, process) => {
  const print = (text: string): void => void process.stdout.write(`${forTerminal(text)}\n`);
  if (options.client !== null) return snapshotOf(process, options, options.client, print);
  const { from, to, confFile, isRedacted } = options;
  const warn = (text: string): void => void process.stderr.write(`${forTerminal(text)}\n`);
  const paths = await historyPaths(options.folder, process.env, confFile);
  const reading = await openReading(paths.path, (_, text) => warn(text));
  const host = createHost({});
  const names = knownNames(host);
  // A copied folder may be another machine's, whose logs are not here.
  const readsLogs = options.folder === null && (await allowsLogs(process.env, confFile));
  try {
    const written = await writeIncident({
      past: await pastOfFolder(paths, reading),
      window: { from, to },
      host: names.host,
      version: VERSION,
      now: Date.now(),
      redact: isRedacted ? names : null,
      logs: async (explanation) => (readsLogs ? logsOf(host, explanation) : null),
    });
    const file = options.output ?? fileName(written.head);
    await writeFile(file, Readable.from(written.pieces()), createGzip());
    return told(file, written.head, print);
  } finally {
    await reading.folder.close();
    host.close();
  }
});

/** Fetches the incident from another agent and checks it before it is written. Throws `Failure`. */
async function snapshotOf(
  process: NodeJS.Process,
  { from, to, confFile, isRedacted, output }: SnapshotOptions,
  host: string,
  print: (text: string) => void,
): Promise<number> {
  const query = `from=${Math.round(from)}&to=${Math.round(to)}${isRedacted ? '&redact=true' : ''}`;
  const wanted = { type: 'application/gzip', maxBytes: MOST_PACKED };
  const verb = 'write an incident';
  const bytes = await askHost({ process, host, confFile, verb, absent: NO_SNAPSHOT }, async ({ fetch }) => {
    if (fetch === null) throw new Failure(`${host} cannot ${verb}: ${NO_SNAPSHOT}.`);
    return fetch(`/api/snapshot?${query}`, wanted);
  });
  const incident = await incidentIn(bytes, `What ${host} answers`).catch((error) => {
    throw error instanceof IncidentProblem ? new Failure(error.message) : error;
  });
  const file = output ?? fileName(incident);
  await writeFile(file, Readable.from([bytes]));
  return told(file, incident, print);
}

const NO_SNAPSHOT = 'its agent has no history of that time, or is older than this one';

function told(file: string, { explanation }: IncidentHead, print: (text: string) => void): number {
  print(explanation.verdict.sentence);
  print(`Wrote ${file}. Show it with: gander open ${file}`);
  return 0;
}

async function allowsLogs(env: NodeJS.ProcessEnv, confFile: string | null): Promise<boolean> {
  const file = findConfig(confFile ?? undefined, env, diskFiles);
  const { sections } = await loadSettings({ registry: plugins, file, files: diskFiles, environment: env });
  return sectionsIn(sections).of(LOGS_SECTION).enable;
}

/** Only a running agent queries container engines. */
function logsOf(host: ReturnType<typeof createHost>, explanation: Explanation): Promise<LogAnswer> {
  const reason = 'only a running agent reads logs of containers: use its page';
  const readContainer = async () => without('container', 'unreadable', reason);
  return readLogsOf(
    explanation,
    createLogs({ host, readContainer, show: showLine }),
    new AbortController().signal,
  );
}

/** Never overwrites a file, and removes an incomplete one. Throws `Failure`. */
async function writeFile(path: string, ...content: [Readable, ...Duplex[]]): Promise<void> {
  let isOurs = false;
  try {
    await ownPath(dirname(path));
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    file.once('open', () => (isOurs = true));
    await pipeline([...content, file]);
  } catch (error) {
    if (isOurs) await rm(path, { force: true });
    const why = errorCode(error) === 'EEXIST' ? 'it exists already' : reasonOf(error);
    const text = `${path} cannot be written: ${why}. Name another file with --output.`;
    throw errorCode(error) === 'ENOENT' ? new UsageError(text) : new Failure(text);
  }
}
