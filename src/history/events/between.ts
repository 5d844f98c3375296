/** Journal entries in a time range. */
import { service } from '../../core/parts/service.ts';
import type { SavedEvent } from '../../core/event.ts';
import type { Mark, RangeEvents } from '../past/history-source.ts';
import { Slice } from '../../core/slice.ts';
import type { Disk } from '../../core/files/disk.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { isShortage } from '../../core/files/error-code.ts';
import type { JournalEntry } from './entry.ts';
import { fileOf, monthOf, monthsIn } from './month.ts';
import { type JournalLine, readMonth } from './read.ts';
import { savedOf } from './replay.ts';

export type PastRange = Omit<RangeEvents, 'notes'>;

/** Events and marks of a time range, from disk. */
export type PastEvents = (from: number, to: number) => Promise<PastRange>;
export const PastEvents = service<PastEvents>('past events');

/** More than a timeline can show; the newest are kept. */
const MOST = 5000;

/** Events that began more than a month before the range are not found. Rejects with a system error. */
export async function readBetween(folder: string, from: number, to: number, disk: Disk): Promise<PastRange> {
  const date = new Date(from);
  const first = monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1));
  const months = monthsIn(await disk.readdir(folder)).filter(
    (month) => month >= first && month <= monthOf(to),
  );
  const events = new Map<number, SavedEvent>();
  const marks: Mark[] = [];
  const slice = new Slice();
  let missing: string | undefined;
  const linesOf = async (month: string): Promise<readonly JournalLine[]> => {
    try {
      return (await readMonth(folder, month, disk, slice)).lines;
    } catch (error) {
      if (isShortage(error)) throw error;
      missing = `Events of ${month.slice(0, 4)}-${month.slice(4)} are missing: ${folder}/${fileOf(month)} cannot be read (${reasonOf(error)}).`;
      return [];
    }
  };
  for (const month of months.toReversed())
    for (const { entry } of await linesOf(month)) take(entry, events, marks);
  // Nobody knows whether an alert goes on that was open when the agent stopped.
  const last = marks.at(-1);
  const known = last?.kind === 'stop' ? last.time : Number.POSITIVE_INFINITY;
  return {
    events: [...events.values()]
      .filter(({ event: { begin, end } }) => begin * 1000 < to && (end === -1 ? known : end * 1000) >= from)
      .sort((a, b) => a.event.begin - b.event.begin)
      .slice(-MOST),
    marks: marks.filter(({ time }) => time >= from && time < to).slice(-MOST),
    ...(missing !== undefined && { missing }),
  };
}

/** Adds an entry; the last one of an event is complete. */
function take(entry: JournalEntry, events: Map<number, SavedEvent>, marks: Mark[]): void {
  if (entry.kind === 'clear' || entry.kind === 'server') return;
  if (entry.kind === 'mark')
    marks.push({ kind: entry.mark, time: Math.round(entry.time), detail: entry.detail ?? null });
  else if (entry.dropped) events.delete(entry.id);
  else {
    const { cleared: _, ...saved } = savedOf(entry);
    events.set(entry.id, saved);
  }
}
