import { CommandError, parseCommands } from '../../../core/command.ts';
import { OptionError } from '../../../core/option-parse.ts';
import { parsedSecretOption } from '../../../core/options.ts';
import { defineTarget } from '../target-type.ts';
import { eventBody } from './event-body.ts';

function parseArguments(text: string): string[] {
  try {
    const [argv = []] = parseCommands(text, false);
    return argv;
  } catch (error) {
    if (error instanceof CommandError)
      throw new OptionError(`expected a program with its arguments: ${error.message}`);
    throw error;
  }
}

/** A program on this machine. Values of events are never arguments. */
export const exec = defineTarget({
  type: 'exec',
  description: 'A program on this machine, which gets the event as JSON on its standard input.',
  options: {
    command: parsedSecretOption(
      parseArguments,
      'Program and its arguments, run without a shell; quotes group words. Exit code 0: accepted.',
      '/usr/local/bin/on-alert --source gander',
    ),
  },
  required: ['command'],
  runsPrograms: true,
  compose: (message, { command }) => ({
    protocol: 'exec',
    argv: command as string[],
    input: eventBody(message),
  }),
});
