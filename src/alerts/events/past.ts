/** Events of the previous run: which continue, and when the others count as ended. */
import type { PastEvents } from '../../core/event.ts';
import { type ClockMoment, EventRecord } from './record.ts';

/** Shorter pauses, such as updates and reboots, end no event. */
const SHORT_PAUSE_SECONDS = 300;

export interface PastRecords {
  /** All of them, newest first; those that lasted are taken for ended when the agent was last seen. */
  readonly records: readonly EventRecord[];
  readonly lastId: number;
  /** Milliseconds after which ongoing events of the past count as ended: until then their value may not have been judged yet. */
  readonly patienceMs: number;
  /** Those that lasted, by their value, until it is known what became of them. */
  readonly waiting: Map<string, EventRecord>;
}

export function takeUp(past: PastEvents | null, now: ClockMoment, minInterval: number): PastRecords {
  if (past === null) return { records: [], lastId: 0, patienceMs: 0, waiting: new Map() };
  // A clock that was set back says nothing of the pause.
  const pauseMs = Math.max(now.time - past.stoppedAt, 0);
  const patienceMs = Math.max(Math.max(SHORT_PAUSE_SECONDS, minInterval) * 1000 - pauseMs, 0);
  const records = past.events.map((saved) => EventRecord.restore(saved, past.stoppedAt, now));
  const lasted = records.filter((_, index) => past.events[index]?.event.end === -1);
  return { records, lastId: past.lastId, patienceMs, waiting: new Map(lasted.map((one) => [one.key, one])) };
}
