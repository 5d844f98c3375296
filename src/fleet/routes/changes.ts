/**
 * Changes of servers as stream frames. Readers at the same position share a frame, so a hundred open pages cost hardly more than
 * one.
 */
import type { Fleet } from '../hub/fleet.ts';
import { type RowChange, rowChangeOf, rowOf, type ServerRow } from '../hub/row.ts';
import type { ServerState } from '../hub/state.ts';
import type { Counts } from '../hub/table.ts';
import { changeIdOf } from './change-id.ts';

/** Data of the event `servers`. */
export interface ServersEvent {
  readonly servers: readonly ServerRow[];
  /** On request: changes of known rows. */
  readonly changes?: readonly RowChange[];
  /** Ids of removed servers; applied first, since an id may have been added again. */
  readonly removed: readonly string[];
  readonly counts: Counts;
  readonly total: number;
  readonly tags: readonly string[];
}

export interface ChangeFrame {
  frame: Buffer;
  /** Number of the last change in it. */
  serial: number;
  /** No changes are left after it. */
  isLast: boolean;
}

export interface RowChanges {
  /**
   * Returns the frame after a position; null: nothing new; `lost`: no longer available.
   * @param had position up to which the reader has all rows; null: it needs whole rows
   */
  after(serial: number, had: number | null): ChangeFrame | 'lost' | null;
}

/** Most rows of a frame: about a hundred kilobytes. */
const MOST_ROWS = 100;
/** Cached frames for other readers; slow readers differ. */
const MOST_FRAMES = 16;

export function createChanges(fleet: Fleet, run: string): RowChanges {
  let frames = new Map<string, ChangeFrame | null>();
  let madeAt = -1;

  const make = (from: number, had: number | null): ChangeFrame | 'lost' | null => {
    const removed = fleet.removedSince(from);
    if (removed === null) return 'lost';
    const changed = fleet.states().filter(({ serial }) => serial > from);
    if (changed.length + removed.length === 0) return null;
    changed.sort((a, b) => a.serial - b.serial);
    const some = changed.slice(0, MOST_ROWS);
    const isLast = some.length === changed.length;
    const serial = !isLast ? (some.at(-1)?.serial ?? from) : fleet.serial();
    const { columns, clock } = fleet;
    const now = clock.monotonic();
    const isKnown = ({ follows }: ServerState): boolean => had !== null && follows !== null && follows <= had;
    const event: ServersEvent = {
      servers: some.filter((state) => !isKnown(state)).map((state) => rowOf(state, columns, clock)),
      ...(had !== null && {
        changes: some.filter(isKnown).map((state) => rowChangeOf(state, columns, now)),
      }),
      removed: removed.filter((removal) => removal.serial <= serial).map(({ id }) => id),
      counts: fleet.counts(),
      total: fleet.states().length,
      tags: fleet.tags(),
    };
    const head = `event: servers\nid: ${changeIdOf(run, serial)}\ndata: `;
    return { serial, isLast, frame: Buffer.from(`${head}${JSON.stringify(event)}\n\n`) };
  };

  return {
    after(from, had) {
      if (from >= fleet.serial()) return null;
      if (madeAt !== fleet.serial() || frames.size >= MOST_FRAMES) frames = new Map();
      madeAt = fleet.serial();
      const key = `${from} ${had}`;
      const known = frames.get(key);
      if (known !== undefined) return known;
      const made = make(from, had);
      if (made !== 'lost') frames.set(key, made);
      return made;
    },
  };
}
