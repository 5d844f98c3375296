/** The declaration of `gander beat`. */
import type { Subcommand } from '../../core/commands/subcommand.ts';
import { BEAT_TASKS } from './beat-arguments.ts';

export const BEAT_COMMAND: Subcommand = {
  name: 'beat',
  description: 'Manages calls that other programs make regularly; an alert says when one is missing.',
  tasks: BEAT_TASKS,
  load: () => import('./beats-command.ts'),
};
