/** Keeps alerts in a file: those that wait to be notified, and those whose end is still to be notified. */
import { isStoredAlert, type StoredAlert } from '../../judge/calm/alert.ts';
import type { Log } from '../process/log.ts';
import { keepList } from './keep-list.ts';
import type { Reloadable } from './notes.ts';

export interface KeptAlerts {
  /** Of the agent before; null: it kept none. */
  stored(): readonly StoredAlert[] | null;
  /** Rejects with a reason. */
  save(alerts: readonly StoredAlert[]): Promise<void>;
}

/** @param obstacle why nothing can be kept at the moment; null: it can */
export function openAlerts(path: string, log: Log, obstacle: () => string | null): Reloadable<KeptAlerts> {
  const list = keepList(path, isStoredAlert, { name: 'Notified alerts', log, obstacle });
  let stored: readonly StoredAlert[] | null = null;
  return {
    stored: () => stored,
    save: list.save,
    reload: () => list.reload([], (saved) => (stored = saved)),
  };
}
