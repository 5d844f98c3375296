/** `gander explain`: explains why a machine was slow; no running agent is needed. */
import { defineRun } from '../../core/commands/subcommand.ts';
import { NO_ROUTE } from '../../explain/explanation.ts';
import { forTerminal, jsonForTerminal } from '../../show/text/text.ts';
import { Failure } from '../../core/errors.ts';
import { type ExplainOptions, parseExplainArguments } from '../cli/explain-arguments.ts';
import { askHost } from '../parts/ask-host.ts';
import { historyPaths } from '../parts/archive-reading.ts';
import { explainFolder } from '../parts/explain-folder.ts';
import { linesOf, partsIn } from '../../explain/explanation-parts.ts';

/** Resolves with the exit code. Throws `SyntaxProblem`, `Failure` and `ConfigError`. */
export const run = defineRun(parseExplainArguments, async (options, process) => {
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const found = await (options.client === null
    ? explainHere(process, options)
    : explainHost(process, options, options.client));
  if (options.isJson) print(jsonForTerminal(found, 2));
  else for (const line of linesOf(partsIn(found) ?? [])) print(forTerminal(line));
  return 0;
});

async function explainHere(process: NodeJS.Process, options: ExplainOptions) {
  const paths = await historyPaths(options.folder, process.env, options.confFile);
  return explainFolder(paths, options, (text) => void process.stderr.write(`${forTerminal(text)}\n`));
}

/** Requests the explanation of another agent. Throws `Failure`. */
const explainHost = (process: NodeJS.Process, { from, to, confFile }: ExplainOptions, host: string) =>
  askHost({ process, host, confFile, verb: 'explain', absent: NO_ROUTE }, async ({ ask }) => {
    const found = await ask?.(`/api/explain?from=${Math.round(from)}&to=${Math.round(to)}`);
    if (partsIn(found) === null) throw new Failure(`${host} cannot explain: ${NO_ROUTE}.`);
    return found;
  });
