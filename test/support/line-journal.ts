/** A journal in memory: its lines as on disk, and what the next agent learns from them. */
import type { PastAlerts, StoredAlert } from '../../src/core/alert-policy.ts';
import type { Clock } from '../../src/core/host.ts';
import { type AlertChangeEntry, lineOf, parseLine } from '../../src/history/events/entry.ts';
import { type AlertsSnapshot, replayJournal } from '../../src/history/events/replay.ts';

export interface LineJournal {
  readonly lines: string[];
  take(change: AlertChangeEntry): Promise<void>;
  /** @param alerts of a snapshot at the end; null: the agent was killed long after the last one */
  past(alerts: readonly StoredAlert[] | null): PastAlerts;
}

/** @param before lines of earlier agents */
export function createLineJournal(clock: Pick<Clock, 'now'>, before: readonly string[] = []): LineJournal {
  const lines = [...before];
  return {
    lines,
    async take(change) {
      lines.push(lineOf({ ...change, seq: lines.length + 1, time: clock.now() }).trimEnd());
    },
    past(alerts) {
      const now = clock.now();
      const entries = lines.flatMap((line) => parseLine(line) ?? []);
      const snapshot: AlertsSnapshot = { time: now, lastId: 0, seq: lines.length, alerts: alerts ?? [] };
      const found = JSON.parse(JSON.stringify(snapshot)) as AlertsSnapshot;
      return replayJournal(entries, alerts && found, { now, sinceBoot: null }, now).past;
    },
  };
}
