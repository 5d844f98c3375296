/** Builds a notifier from resolved targets. */
import { createNotifier, type Notifier, type NotifierSetup } from './notifier.ts';
import type { Environment } from '../../net/deliver/secret-value.ts';
import { stateFolder } from '../../net/deliver/state-folder.ts';

export interface OpenSetup extends Omit<NotifierSetup, 'folder'> {
  environment: Environment;
  isRoot: boolean;
  /** Port of the agent, which identifies it on the host. */
  instance: string | number;
}

/** Null if there is no target. */
export function openNotifier({ environment, isRoot, instance, ...setup }: OpenSetup): Notifier | null {
  if (setup.targets.length === 0) return null;
  const folder = stateFolder(environment, isRoot);
  if (folder === null)
    setup.log(
      'WARNING',
      'Notifications that wait are lost in a restart: set STATE_DIRECTORY or XDG_STATE_HOME.',
    );
  return createNotifier({ ...setup, folder: folder && queueFolder(folder, instance) });
}

/** Returns the folder of one agent's queues; several agents may run on a host, each with its own port. */
export const queueFolder = (folder: string, instance: string | number): string =>
  `${folder}/notify-${String(instance).replaceAll(/[^\w-]/g, '_')}`;
