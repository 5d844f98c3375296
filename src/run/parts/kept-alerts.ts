/** Stores alerts that wait for their notification or for that of their end. */
import type { StoredAlert } from '../../core/alert-policy.ts';
import { isStoredAlert } from '../../alerts/events/stored-alert.ts';
import type { FileProblems } from '../../core/file-problems.ts';
import { keepList } from '../../history/events/keep-list.ts';

export interface KeptAlerts {
  /** From the previous run; null: none. */
  stored(): readonly StoredAlert[] | null;
  /** Rejects with a reason. */
  save(alerts: readonly StoredAlert[]): Promise<void>;
}

/** @param obstacle why nothing can be saved now; null: it can */
export function openAlerts(
  path: string,
  problems: Pick<FileProblems, 'report'>,
  obstacle: () => string | null,
): Reloadable<KeptAlerts> {
  const loss = 'Alerts may be notified again.';
  const list = keepList(path, isStoredAlert, { loss, problems, obstacle, isDerived: true });
  let stored: readonly StoredAlert[] | null = null;
  return {
    stored: () => stored,
    save: list.save,
    reload: () => list.reload([], (saved) => (stored = saved)),
  };
}

export type Reloadable<T> = T & {
  /** Reads the file, once the folder can be read and each time it is opened. */
  reload(): void;
};
