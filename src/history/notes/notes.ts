/** User notes on the timeline: what was done, and why. */
import { createMutex } from '../../core/mutex.ts';
import { service } from '../../core/parts/service.ts';
import { type Note, notesBetween } from '../past/history-source.ts';
import { monthOf } from '../events/month.ts';

export interface Notes {
  /** Restores saved notes. */
  load(saved: readonly Note[]): void;
  all(): readonly Note[];
  /** Notes that overlap a range, by begin. */
  between(from: number, to: number): readonly Note[];
  /** Null if its month is full. Rejects with a system error if it cannot be saved; nothing has changed then. */
  add(note: Omit<Note, 'id'>): Promise<Note | null>;
  /** False if there is none. Rejects like `add`. */
  remove(id: number): Promise<boolean>;
}
export const Notes = service<Notes>('notes on the time line');

/** Of one month, in UTC. */
export const MOST_NOTES = 1000;
/** Most bytes of the file; larger ones are not read. The oldest notes are dropped. */
const MOST_BYTES = 1024 * 1024;

/** @param save saves the list; rejects with a system error */
export function createNotes(save: (notes: readonly Note[]) => Promise<void>): Notes {
  let all: readonly Note[] = [];
  /** Changes are applied one after the other. */
  const inTurn = createMutex();
  const replace = async (next: readonly Note[]): Promise<void> => {
    await save(next);
    all = next;
  };
  return {
    load(saved) {
      all = saved;
    },
    all: () => all,
    between: (from, to) => notesBetween(all, from, to),
    add: (note) =>
      inTurn(async () => {
        const added = { id: 1 + all.reduce((last, { id }) => Math.max(last, id), 0), ...note };
        const month = monthOf(added.time);
        if (all.filter(({ time }) => monthOf(time) === month).length >= MOST_NOTES) return null;
        await replace(newest([...all, added].sort((a, b) => a.time - b.time || a.id - b.id)));
        return added;
      }),
    remove: (id) =>
      inTurn(async () => {
        if (!all.some((note) => note.id === id)) return false;
        await replace(all.filter((note) => note.id !== id));
        return true;
      }),
  };
}

/** Returns the newest notes that fit. */
function newest(notes: readonly Note[]): readonly Note[] {
  let bytes = 2;
  const first = notes.findLastIndex((note) => {
    bytes += Buffer.byteLength(JSON.stringify(note)) + 1;
    return bytes > MOST_BYTES;
  });
  return notes.slice(first + 1);
}
