/** Events and journals of them in a folder of a disk in memory. */
import { alertEvent } from './alert-event.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { freeLock, openJournal } from './journal.ts';
import type { AlertChangeEntry } from '../../src/history/events/entry.ts';
import type { AlertEvent, EventChangeKind, SavedEvent } from '../../src/core/event.ts';
import type { Disk } from '../../src/core/files/disk.ts';
import type { StoredAlert } from '../../src/core/alert-policy.ts';
import type { JournalSetup } from '../../src/history/events/journal.ts';

export const FOLDER = '/state/archive/events';
export const FILE = `${FOLDER}/events-202601.jsonl`;

export const event = (extra: Partial<AlertEvent> = {}): AlertEvent =>
  alertEvent('FS_/Ä "quoted"', 80.5, { begin: 1_767_225_600, top: ['node'], ...extra });

export const change = (
  id: number,
  kind: EventChangeKind,
  extra: Partial<AlertEvent> = {},
): AlertChangeEntry => ({
  kind,
  id,
  plugin: 'fs',
  field: 'percent',
  identity: '/Ä "quoted"',
  stat: 'fs_/ä "quoted"',
  event: event({ end: kind === 'end' ? 1_767_225_700 : -1, ...extra }),
  dropped: false,
  policy: null,
});

/** An alert of a snapshot, of which nothing is notified. */
export function stored(...args: Parameters<typeof change>): StoredAlert {
  const { kind: _, dropped: __, policy, ...saved } = change(...args);
  return { saved, policy };
}

export async function open(
  disk: Disk,
  clock: FakeClock = createFakeClock(),
  lock: JournalSetup['lock'] = async () => freeLock(),
  alerts?: JournalSetup['alerts'],
) {
  const lines: string[] = [];
  const log = (severity: string, text: string) => void lines.push(`${severity} ${text}`);
  return {
    journal: await openJournal({ folder: FOLDER, clock, log, disk, lock, ...(alerts && { alerts }) }),
    clock,
    lines,
  };
}

export const idsOf = (events: readonly SavedEvent[]): string[] =>
  events.map(({ id, event: { end } }) => `${id}${end === -1 ? ' lasts' : ''}`);

/** Waits until everything is on disk. */
export const settle = (clock: FakeClock): Promise<void> => clock.advance(0);
