/** Where the history of this machine is. */
import { isAbsolute } from 'node:path';
import type { Environment } from '../../net/deliver/secret-value.ts';
import { stateFolder } from '../../net/deliver/state-folder.ts';

/** Null if there is no state folder, or the configured one is no absolute path. */
export function archiveFolder(given: string | undefined, environment: Environment): string | null {
  if (given !== undefined) return isAbsolute(given) ? given : null;
  const state = stateFolder(environment, process.getuid?.() === 0);
  return state === null ? null : `${state}/archive`;
}

/** Of the journal, wherever the series are; null: the agent has no folder for its state. */
export function eventsFolder(environment: Environment): string | null {
  const usual = archiveFolder(undefined, environment);
  return usual === null ? null : copiedHistory(usual).events;
}

/** Folders of a history. */
export interface HistoryPaths {
  /** Of the series. */
  readonly path: string;
  /** Of alerts and marks. */
  readonly events: string;
}

/** Of a history without its agent. */
export const copiedHistory = (path: string): HistoryPaths => ({ path, events: `${path}/events` });

/** @param given `folder` of `[archive]`. Null: there is no folder for it. */
export function ownHistoryPaths(given: string | undefined, environment: Environment): HistoryPaths | null {
  const path = archiveFolder(given, environment);
  return path === null ? null : { path, events: eventsFolder(environment) ?? copiedHistory(path).events };
}
