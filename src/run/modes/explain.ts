/** `gander explain`: says why a machine was slow, whether an agent runs or not. */
import { explain } from '../../keep/explain/explain.ts';
import type { Explanation } from '../../keep/explain/explanation.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { showMoment } from '../../show/display/durations.ts';
import { forTerminal } from '../../show/text/text.ts';
import { EXIT_USAGE, Failure } from '../cli/endings.ts';
import { type ExplainOptions, parseExplainArguments } from '../cli/explain-arguments.ts';
import { parseCommandLine } from '../cli/parse.ts';
import { takePassword } from '../cli/password/from-environment.ts';
import { createTerminal } from '../cli/password/terminal.ts';
import { configuredFolder, openReading } from '../parts/archive-reading.ts';
import { readConfiguration } from '../parts/configuration.ts';
import { openRemote } from '../parts/open-remote.ts';
import { pastOfFolder } from '../parts/past-folder.ts';

/** Resolves with the exit code. Throws `SyntaxProblem`, `Failure` and `ConfigError`. */
export async function run(process: NodeJS.Process): Promise<number> {
  const options = parseExplainArguments(process.argv.slice(3));
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  if ('help' in options) {
    print(options.help.trimEnd());
    return 0;
  }
  const found = await (options.client === null
    ? explainFolder(process, options)
    : explainHost(process, options, options.client));
  if (options.isJson) print(JSON.stringify(found, null, 2));
  else for (const line of linesOf(found)) print(forTerminal(line));
  return 0;
}

async function explainFolder(process: NodeJS.Process, options: ExplainOptions): Promise<Explanation> {
  const path = options.folder ?? (await configuredFolder(process.env, options.confFile));
  const warn = (text: string): void => void process.stderr.write(`${forTerminal(text)}\n`);
  const reading = await openReading(path, (_, text) => warn(text));
  try {
    return await explain(await pastOfFolder(path, reading), options);
  } finally {
    await reading.folder.close();
  }
}

/** The answer of another agent. Throws `Failure`. */
async function explainHost(
  process: NodeJS.Process,
  { from, to, confFile }: ExplainOptions,
  host: string,
): Promise<Explanation> {
  const { env, stdin, stderr } = process;
  const given = takePassword(env);
  const { values } = parseCommandLine(['-c', host, ...(confFile === null ? [] : ['-C', confFile])]);
  const { raw } = await readConfiguration(values.conf_file, env);
  const terminal = createTerminal({ stdin, stdout: stderr });
  const warn = (text: string): void => void stderr.write(`${forTerminal(text)}\n`);
  const { remote } = await openRemote({ values, given, raw, terminal, warn });
  try {
    const path = `/api/explain?from=${Math.round(from)}&to=${Math.round(to)}`;
    const found = (await remote.ask?.(path)) as Explanation | undefined;
    if (found?.verdict === undefined)
      throw new Failure(`${host} cannot explain: it has no /api/explain, as agents of Gander have.`);
    return found;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const why =
      error.problem === 'absent' ? 'it has no /api/explain, as agents of Gander have' : error.message;
    throw new Failure(`${host} cannot explain: ${why}.`, EXIT_USAGE);
  } finally {
    remote.close();
  }
}

/** An explanation in words. */
export function linesOf({ verdict, others, changed, who, happened, missing }: Explanation): string[] {
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
  return [
    verdict.sentence,
    ...section(
      'Evidence',
      verdict.evidence.map(({ text }) => text),
    ),
    ...section(
      'Also',
      others.map(({ sentence }) => sentence),
    ),
    ...section(
      'Who',
      who.map(({ text }) => text),
    ),
    ...section(
      'Changed',
      changed.map(({ text }) => text),
    ),
    ...section(
      'Happened',
      happened.map(({ time, text }) => `${showMoment(time)}  ${text}`),
    ),
    ...section('Not known', missing),
  ];
}
