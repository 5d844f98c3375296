/** From the configuration to a notifier that is ready to start. */
import { readSmallFile } from '../files/read-small-file.ts';
import { createNotifier, type Notifier, type NotifierSetup } from './notifier.ts';
import { createQueueFile } from './queue-file.ts';
import { type Environment, resolveTargets } from './secrets.ts';
import { queuePath, stateFolder } from './state-folder.ts';
import type { TargetSettings } from './target-type.ts';

export interface OpenSetup extends Omit<NotifierSetup, 'targets' | 'queue'> {
  targets: readonly TargetSettings[];
  environment: Environment;
  isRoot: boolean;
  /** Identifies this agent among others on the host: its port. */
  instance: string | number;
}

/** Null when there is no target. Throws `TargetError` with all that is wrong in the sections of targets. */
export function openNotifier({
  targets,
  environment,
  isRoot,
  instance,
  ...setup
}: OpenSetup): Notifier | null {
  const resolved = resolveTargets(targets, { environment, readFile: readSecretFile });
  if (resolved.length === 0) return null;
  const folder = stateFolder(environment, isRoot);
  if (folder === null)
    setup.log(
      'WARNING',
      'Notifications that wait are lost in a restart: set STATE_DIRECTORY or XDG_STATE_HOME.',
    );
  const queue = folder === null ? null : createQueueFile(queuePath(folder, instance), setup);
  return createNotifier({ ...setup, targets: resolved, queue });
}

/** Larger than any password, and than a bundle of certificates. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The text of a small file; pipes are files too. Throws a system error. */
export const readSecretFile = (path: string): string => readSmallFile(path, MOST_BYTES).toString('utf8');
