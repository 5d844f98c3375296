/** `gander explain`: says why a machine was slow, whether an agent runs or not. */
import { NO_ROUTE } from '../../keep/explain/explanation.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { forTerminal } from '../../show/text/text.ts';
import { EXIT_USAGE, Failure } from '../cli/endings.ts';
import { type ExplainOptions, parseExplainArguments } from '../cli/explain-arguments.ts';
import { parseCommandLine } from '../cli/parse.ts';
import { takePassword } from '../cli/password/from-environment.ts';
import { createTerminal } from '../cli/password/terminal.ts';
import { configuredFolder } from '../parts/archive-reading.ts';
import { readConfiguration } from '../parts/configuration.ts';
import { explainFolder } from '../parts/explain-folder.ts';
import { linesOf, partsIn } from '../parts/explanation-parts.ts';
import { openRemote } from '../parts/open-remote.ts';

/** Resolves with the exit code. Throws `SyntaxProblem`, `Failure` and `ConfigError`. */
export async function run(process: NodeJS.Process): Promise<number> {
  const options = parseExplainArguments(process.argv.slice(3));
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  if ('help' in options) {
    print(options.help.trimEnd());
    return 0;
  }
  const found = await (options.client === null
    ? explainHere(process, options)
    : explainHost(process, options, options.client));
  if (options.isJson) print(JSON.stringify(found, null, 2));
  else for (const line of linesOf(partsIn(found) ?? [])) print(forTerminal(line));
  return 0;
}

async function explainHere(process: NodeJS.Process, options: ExplainOptions): Promise<unknown> {
  const path = options.folder ?? (await configuredFolder(process.env, options.confFile));
  return explainFolder(path, options, (text) => void process.stderr.write(`${forTerminal(text)}\n`));
}

/** The answer of another agent. Throws `Failure`. */
async function explainHost(
  process: NodeJS.Process,
  { from, to, confFile }: ExplainOptions,
  host: string,
): Promise<unknown> {
  const { env, stdin, stderr } = process;
  const given = takePassword(env);
  const { values } = parseCommandLine(['-c', host, ...(confFile === null ? [] : ['-C', confFile])]);
  const { raw } = await readConfiguration(values.conf_file, env);
  const terminal = createTerminal({ stdin, stdout: stderr });
  const warn = (text: string): void => void stderr.write(`${forTerminal(text)}\n`);
  const { remote } = await openRemote({ values, given, raw, terminal, warn });
  try {
    const path = `/api/explain?from=${Math.round(from)}&to=${Math.round(to)}`;
    const found = await remote.ask?.(path);
    if (partsIn(found) === null) throw new Failure(`${host} cannot explain: ${NO_ROUTE}.`);
    return found;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const why = error.problem === 'absent' ? NO_ROUTE : error.message;
    throw new Failure(`${host} cannot explain: ${why}.`, EXIT_USAGE);
  } finally {
    remote.close();
  }
}
