/** `gander plugin test`: runs the recorded test cases of a plugin of users. */
import { Failure } from '../../core/commands/endings.ts';
import { testModule } from '../../measure/own/test-module.ts';
import { forTerminal } from '../../show/text/text.ts';
import { parsePluginArguments } from '../cli/plugin-arguments.ts';

/** Resolves with the exit code. Throws `SyntaxProblem` and `Failure`. */
export async function run({ argv, stdout }: NodeJS.Process): Promise<number> {
  const parsed = parsePluginArguments(argv.slice(3));
  if ('help' in parsed) {
    stdout.write(`${parsed.help.trimEnd()}\n`);
    return 0;
  }
  const reports = await testModule(parsed.folder, parsed.updates).catch((error: Error) => {
    throw new Failure(`The plugin cannot be tested: ${error.message}.`);
  });
  for (const { name, problem } of reports)
    stdout.write(`${forTerminal(problem === null ? `ok      ${name}` : `FAILED  ${name}: ${problem}`)}\n`);
  return reports.every(({ problem }) => problem === null) ? 0 : 1;
}
