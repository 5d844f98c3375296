/** Groups of commands beside the modes: `gander archive stat`. Help, completion and the manual page follow. */
import { ALERTS_COMMANDS } from './alerts-arguments.ts';
import { ARCHIVE_COMMANDS } from './archive-arguments.ts';
import { BEAT_COMMANDS } from './beat-arguments.ts';

interface Subcommand {
  readonly name: string;
  readonly description: string;
  /** Undefined: the command has no subcommands. */
  readonly tasks: readonly string[];
}

export const SUBCOMMANDS = [
  {
    name: 'archive',
    description: 'Maintains the history on disk, with or without a running agent.',
    tasks: ARCHIVE_COMMANDS,
  },
  {
    name: 'beat',
    description: 'Manages calls that other programs make regularly; an alert says when one is missing.',
    tasks: BEAT_COMMANDS,
  },
  {
    name: 'alerts',
    description: 'Tries alerts on the recorded history, with the configured numbers or others.',
    tasks: ALERTS_COMMANDS,
  },
  {
    name: 'explain',
    description: 'Explains from its history why this machine was slow.',
    tasks: [],
  },
  {
    name: 'snapshot',
    description: 'Writes an incident to one file.',
    tasks: [],
  },
  {
    name: 'open',
    description: 'Shows the file of an incident as the page.',
    tasks: [],
  },
] as const satisfies readonly Subcommand[];

export type SubcommandName = (typeof SUBCOMMANDS)[number]['name'];

/** Undefined for other words. */
export const subcommandNamed = (word: string | undefined): SubcommandName | undefined =>
  SUBCOMMANDS.find(({ name }) => name === word)?.name;
