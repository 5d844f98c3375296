/** An event journal in an unshared folder. */
import {
  createEventJournal,
  type EventJournal,
  type JournalSetup,
} from '../../src/history/events/journal.ts';
import type { Lock } from '../../src/history/archive/lock.ts';

export const freeLock = (): Lock => ({
  isHeld: async () => true,
  renew: async () => true,
  release: async () => {},
});

/** Started. */
export async function openJournal(
  setup: Omit<JournalSetup, 'lock'> & Partial<Pick<JournalSetup, 'lock'>>,
): Promise<EventJournal> {
  const journal = createEventJournal({ lock: async () => freeLock(), ...setup });
  await journal.start();
  return journal;
}
