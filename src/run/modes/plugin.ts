/** `gander plugin test`: runs the recorded test cases of a plugin of users. */
import { defineRun } from '../../core/commands/subcommand.ts';
import { Failure } from '../../core/errors.ts';
import { testModule } from '../../measure/own/test-module.ts';
import { forTerminal } from '../../show/text/text.ts';
import { parsePluginArguments } from '../cli/plugin-arguments.ts';

/** Resolves with the exit code. Throws `SyntaxProblem` and `Failure`. */
export const run = defineRun(parsePluginArguments, async ({ folder, updates }, { stdout }) => {
  const reports = await testModule(folder, updates).catch((error: Error) => {
    throw new Failure(`The plugin cannot be tested: ${error.message}.`);
  });
  for (const { name, problem } of reports)
    stdout.write(`${forTerminal(problem === null ? `ok      ${name}` : `FAILED  ${name}: ${problem}`)}\n`);
  return reports.every(({ problem }) => problem === null) ? 0 : 1;
});
