/** Notes of users on the time line: what was done, and why. */
import { createInTurn } from '../../core/in-turn.ts';

export interface Note {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** End of a stretch of time; null: it is about a moment. */
  readonly until: number | null;
  readonly text: string;
}

export interface Notes {
  /** Those about any time of a range, by their begin. */
  between(from: number, to: number): readonly Note[];
  /** Null when there is no room. Rejects with a system error when it cannot be kept; then nothing has changed. */
  add(note: Omit<Note, 'id'>): Promise<Note | null>;
  /** False when there is none. Rejects as `add` does. */
  remove(id: number): Promise<boolean>;
}

export const MOST_NOTES = 2000;
export const LONGEST_NOTE = 500;
/** Of the file: no larger one is read. */
const MOST_BYTES = 1024 * 1024;

/** @param save keeps the list; rejects with a system error */
export function createNotes(saved: readonly Note[], save: (notes: readonly Note[]) => Promise<void>): Notes {
  let all: readonly Note[] = saved.slice(-MOST_NOTES);
  /** Each change is made of what the one before has left. */
  const inTurn = createInTurn();
  const replace = async (next: readonly Note[]): Promise<void> => {
    await save(next);
    all = next;
  };
  return {
    between: (from, to) => all.filter(({ time, until }) => time < to && (until ?? time) >= from),
    add: (note) =>
      inTurn(async () => {
        const added = { id: 1 + all.reduce((last, { id }) => Math.max(last, id), 0), ...note };
        const next = [...all, added].sort((a, b) => a.time - b.time || a.id - b.id);
        if (next.length > MOST_NOTES || Buffer.byteLength(JSON.stringify(next)) > MOST_BYTES) return null;
        await replace(next);
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

/** Whether a value of a file is one. */
export const isNote = (value: unknown): value is Note => {
  const { id, time, until, text } = (value ?? {}) as Partial<Record<keyof Note, unknown>>;
  return (
    Number.isSafeInteger(id) &&
    Number.isFinite(time) &&
    (until === null || Number.isFinite(until)) &&
    typeof text === 'string' &&
    text.length <= LONGEST_NOTE
  );
};
