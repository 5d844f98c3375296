/** All commands beside the modes: `gander archive stat`. Help, completion and the manual page follow. */
import type { DescribedCommand, Subcommand } from '../../core/commands/subcommand.ts';
import * as features from '../features/commands.ts';
import { ALERTS_COMMANDS } from './alerts-arguments.ts';
import { KEY_TASKS } from './key-arguments.ts';
import { USER_TASKS } from './user-arguments.ts';
import { ARCHIVE_COMMANDS } from './archive-arguments.ts';
import { METRIC_TASKS } from './metric-arguments.ts';
import { PLUGIN_TASKS } from './plugin-arguments.ts';

/** Those of no feature; `start.ts` loads them. */
const OWN = [
  {
    name: 'archive',
    description: 'Maintains the history on disk, with or without a running agent.',
    tasks: ARCHIVE_COMMANDS,
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
    name: 'key',
    description: 'Manages API keys of servers.',
    tasks: KEY_TASKS,
  },
  {
    name: 'user',
    description: 'Manages the users of servers, and their roles.',
    tasks: USER_TASKS,
  },
  {
    name: 'mcp',
    description: 'Lets an assistant read an agent, on standard streams.',
    tasks: [],
  },
  {
    name: 'metric',
    description: 'Tries a source of your own numbers.',
    tasks: METRIC_TASKS,
  },
  {
    name: 'plugin',
    description: 'Tests a plugin of your own.',
    tasks: PLUGIN_TASKS,
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
] as const satisfies readonly DescribedCommand[];

export type OwnCommand = (typeof OWN)[number];

export const SUBCOMMANDS: readonly (OwnCommand | Subcommand)[] = [...OWN, ...Object.values(features)];

/** Undefined for other words. */
export const subcommandNamed = (word: string | undefined): OwnCommand | Subcommand | undefined =>
  SUBCOMMANDS.find(({ name }) => name === word);
