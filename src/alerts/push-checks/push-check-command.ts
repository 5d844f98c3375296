/** The declaration of `gander beat`. */
import type { Subcommand } from '../../core/commands/subcommand.ts';
import { PUSH_CHECK_TASKS } from './push-check-arguments.ts';

export const PUSH_CHECK_COMMAND: Subcommand = {
  name: 'beat',
  description: 'Manages calls that other programs make regularly; an alert says when one is missing.',
  tasks: PUSH_CHECK_TASKS,
  load: () => import('./manage-push-checks.ts'),
};
