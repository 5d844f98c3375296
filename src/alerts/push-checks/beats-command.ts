/** `gander beat`: adds, lists and removes push checks. A running agent notices within seconds. */
import { addBeat, readBeats, removeBeat } from '../push-checks/beat-file.ts';
import { readCalls } from './calls.ts';
import { inWords } from './in-words.ts';
import { type BeatTask, type BeatOptions, parseBeatArguments } from './beat-arguments.ts';
import { UsageError } from '../../core/errors.ts';
import { beatFolder, beatPaths } from './beats-part.ts';

/** Resolves with the exit code. Throws `UsageError` and `AuthError`. */
export async function run({ argv, env, stdout, stderr }: NodeJS.Process): Promise<number> {
  const parsed = parseBeatArguments(argv.slice(3));
  if ('help' in parsed) {
    stdout.write(parsed.help);
    return 0;
  }
  const folder = parsed.options.folder ?? beatFolder(env);
  if (folder === null)
    throw new UsageError('There is no state folder: name that of the agent with --folder.');
  const { lines, notes } = await manageBeats(parsed.command, parsed.options, folder);
  for (const line of lines) stdout.write(`${line}\n`);
  for (const note of notes) stderr.write(`${note}\n`);
  return 0;
}

export interface BeatReport {
  /** Output for programs. */
  lines: string[];
  /** Output for people. */
  notes: string[];
}

/** Rejects with {@link AuthError}. */
export async function manageBeats(
  command: BeatTask,
  options: BeatOptions,
  folder: string,
): Promise<BeatReport> {
  const { kept, calls } = beatPaths(folder);
  const { name } = options;
  if (command === 'add')
    return {
      lines: [await addBeat(kept, options)],
      notes: [
        `This is the token of ${name}, shown only now; its hash is in ${kept}. Call the agent by ` +
          `POST or GET at /api/beat/${name}?token=<token> every ${inWords(options.every)}; status=down, ms= and text= are optional.`,
      ],
    };
  if (command === 'remove') {
    await removeBeat(kept, name);
    return {
      lines: [],
      notes: [`The beat ${name} is no longer in ${kept}; a running agent refuses its token within seconds.`],
    };
  }
  const beats = readBeats(kept);
  const last = new Map(readCalls(calls).map((call) => [call.name, call.time]));
  return {
    lines: beats.map(({ name: each, every, grace }) => {
      const time = last.get(each);
      return [
        each,
        inWords(every),
        inWords(grace),
        time === undefined ? '-' : new Date(time).toISOString(),
      ].join('\t');
    }),
    notes: beats.length === 0 ? [`There are no beats in ${kept}.`] : [],
  };
}
