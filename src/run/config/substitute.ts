/** Command substitution: text between backticks is replaced with the output of its command. */
import type { Host } from '../../core/host.ts';
import type { RawSection } from './raw-section.ts';

const SPAN = /`([^`]+)`/g;
const LIMITS = { timeoutMs: 5000, maxBytes: 64 * 1024 };

export type RunProgram = Host['run'];

/** A failed command; the message names the program but not its arguments, which may hold secrets. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** True if a value has a command. */
export const hasCommand = (value: string): boolean => value.search(SPAN) !== -1;

/**
 * Substitutes commands in a value. A command is split at blanks and run without a shell; trailing white space of its output is
 * removed. Throws {@link CommandError} if it cannot run, fails or exceeds 5 s: a wrong threshold or password would be found much
 * later.
 */
export async function substitute(value: string, run: RunProgram): Promise<string> {
  let result = '';
  let end = 0;
  for (const match of value.matchAll(SPAN)) {
    result += value.slice(end, match.index) + (await outputOf(match[1] ?? '', run));
    end = match.index + match[0].length;
  }
  return result + value.slice(end);
}

async function outputOf(command: string, run: RunProgram): Promise<string> {
  const argv = command.split(/\s+/).filter((word) => word !== '');
  const [program] = argv;
  if (program === undefined) throw new CommandError('there is no command between the back-ticks');
  const { code, stdout, failure } = await run(argv, LIMITS);
  if (failure !== null) throw new CommandError(`the command "${program}" failed: ${failure}`);
  if (code !== 0) throw new CommandError(`the command "${program}" failed with exit code ${code}`);
  return stdout.trimEnd();
}

export interface Replaced {
  /** Commands that failed. */
  problems: string[];
  /** Commands that were not run. */
  warnings: string[];
  /** Commands that were run. */
  notices: string[];
}

/** Substitutes commands in all values, in place; values of failed commands are dropped. Without `run`, only reports them. */
export async function replaceCommands(
  sections: ReadonlyMap<string, RawSection>,
  run: RunProgram | undefined,
): Promise<Replaced> {
  const replaced: Replaced = { problems: [], warnings: [], notices: [] };
  for (const [name, { values }] of sections) {
    for (const [key, setting] of values) {
      if (!hasCommand(setting.value)) continue;
      const place = `${setting.where}: [${name}] ${key}`;
      if (run === undefined) {
        replaced.warnings.push(
          `${place} holds a command between back-ticks, taken literally; --enable-config-exec runs it.`,
        );
        continue;
      }
      try {
        values.set(key, { ...setting, value: await substitute(setting.value, run) });
        replaced.notices.push(`${place} was set by a command.`);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        values.delete(key);
        replaced.problems.push(`${place}: ${error.message}.`);
      }
    }
  }
  return replaced;
}
