/** `gander beat`: adds, lists and removes push checks. A running agent notices within seconds. */
import { defineRun } from '../../core/commands/subcommand.ts';
import { addPushCheck, readPushChecks, removePushCheck } from './push-check-file.ts';
import { readCalls } from './calls.ts';
import { inWords } from './in-words.ts';
import {
  type PushCheckTask,
  type PushCheckOptions,
  parsePushCheckArguments,
} from './push-check-arguments.ts';
import { type CommandReport, reportChange } from '../../net/credentials/audit-command.ts';
import { UsageError } from '../../core/errors.ts';
import { pushCheckFolder, pushCheckPaths } from './push-checks-part.ts';

/** Resolves with the exit code. Throws `UsageError` and `AuthError`. */
export const run = defineRun(parsePushCheckArguments, async ({ command, options }, process) => {
  const folder = options.folder ?? pushCheckFolder(process.env);
  if (folder === null)
    throw new UsageError('There is no state folder: name that of the agent with --folder.');
  const report = await managePushChecks(command, options, folder);
  return reportChange(report, { folder, noun: 'beat', task: command, target: options.name }, process);
});

/** Rejects with {@link AuthError}. */
export async function managePushChecks(
  command: PushCheckTask,
  options: PushCheckOptions,
  folder: string,
): Promise<CommandReport> {
  const { kept, calls } = pushCheckPaths(folder);
  const { name } = options;
  if (command === 'add')
    return {
      lines: [await addPushCheck(kept, options)],
      notes: [
        `This is the token of ${name}, shown only now; its hash is in ${kept}. Call the agent by ` +
          `POST or GET at /api/beat/${name}?token=<token> every ${inWords(options.every)}; status=down, ms= and text= are optional.`,
      ],
    };
  if (command === 'remove') {
    await removePushCheck(kept, name);
    return {
      lines: [],
      notes: [`The beat ${name} is no longer in ${kept}; a running agent refuses its token within seconds.`],
    };
  }
  const pushChecks = readPushChecks(kept);
  const last = new Map(readCalls(calls).map((call) => [call.name, call.time]));
  return {
    lines: pushChecks.map(({ name: each, every, grace }) => {
      const time = last.get(each);
      return [
        each,
        inWords(every),
        inWords(grace),
        time === undefined ? '-' : new Date(time).toISOString(),
      ].join('\t');
    }),
    notes: pushChecks.length === 0 ? [`There are no beats in ${kept}.`] : [],
  };
}
