/** Stores alerts that wait for their notification or for that of their end. */
import { isStoredAlert, type StoredAlert } from '../../judge/calm/stored-alert.ts';
import type { Log } from '../process/log.ts';
import { keepList } from '../../keep/archive/events/keep-list.ts';

export interface KeptAlerts {
  /** From the previous run; null: none. */
  stored(): readonly StoredAlert[] | null;
  /** Rejects with a reason. */
  save(alerts: readonly StoredAlert[]): Promise<void>;
}

/** @param obstacle why nothing can be saved now; null: it can */
export function openAlerts(path: string, log: Log, obstacle: () => string | null): Reloadable<KeptAlerts> {
  const list = keepList(path, isStoredAlert, { name: 'Notified alerts', log, obstacle });
  let stored: readonly StoredAlert[] | null = null;
  return {
    stored: () => stored,
    save: list.save,
    reload: () => list.reload([], (saved) => (stored = saved)),
  };
}

export type Reloadable<T> = T & {
  /** Reads the file in the folder that was just opened, or creates it with the current items. */
  reload(): void;
};
