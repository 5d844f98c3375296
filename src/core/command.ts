/** Command lines from the configuration. There is no shell: blanks separate words, and quotes group them. */

/** A command line that cannot run; the message completes "its command is not run: ". */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Argument lists, to be run one after the other. */
export type Commands = string[][];

const TOKEN =
  /(?<blank>\s+)|"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<and>&&)|(?<operator>[|>])|(?<text>[^\s"'&|>]+|&)/gy;

/**
 * @param operators `&&` separates two commands; otherwise it is an argument, and so are `|` and `>`, which are refused with
 * operators, since there is no shell. Throws {@link CommandError}.
 */
export function parseCommands(text: string, operators: boolean): Commands {
  const commands: Commands = [[]];
  let isOpen = false;
  let end = 0;
  const add = (part: string): void => {
    const words = commands.at(-1) as string[];
    if (isOpen) words.push((words.pop() ?? '') + part);
    else words.push(part);
    isOpen = true;
  };
  for (const { groups = {}, index, 0: whole } of text.matchAll(TOKEN)) {
    const { blank, double, single, and, operator } = groups;
    end = index + whole.length;
    if (blank !== undefined) isOpen = false;
    else if (operators && operator !== undefined) throw new CommandError(`${operator} ${SHELL_HINT}`);
    else if (operators && and !== undefined) {
      commands.push([]);
      isOpen = false;
    } else add(double ?? single ?? whole);
  }
  if (end < text.length) throw new CommandError(`a ${text.charAt(end)} is not closed`);
  const given = commands.filter((words) => words.length > 0);
  if (given.length === 0 || given.some(([program]) => program === ''))
    throw new CommandError('it names no program');
  return given;
}

/** Remedy for a shell operator; follows the operator. */
export const SHELL_HINT =
  'is for a shell, and there is none: put the command into a script, or the character into quotes';
