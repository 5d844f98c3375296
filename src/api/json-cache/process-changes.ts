/** Differences between two snapshots of the process list. */
import type { Origin } from '../../core/process-origin.ts';
import type { Served } from '../../core/served.ts';
import type { Snapshot } from '../../core/store/store.ts';

/** An entry of the process list with the process's origin; without `key`: only its number and changed fields. */
export type ProcessRow = Served & Partial<Origin>;

export interface ProcessDifference {
  /** Sequence number of the resulting snapshot. */
  readonly sequence: number;
  /** Contains all rows, since the earlier ones are no longer known. */
  readonly isWhole: boolean;
  /** New and changed rows. */
  readonly rows: Iterable<ProcessRow>;
  /** Numbers of ended processes. */
  readonly gone: readonly number[];
}

interface ProcessChanges {
  /** @param since sequence number of a snapshot; -1: none */
  between(since: number, latest: Snapshot, originOf: (pid: number) => Origin | null): ProcessDifference;
}

interface Known {
  item: Served;
  origin: Origin | null;
  /** Snapshot of its last change. */
  sequence: number;
  /** Its previous state; null: a new process. */
  before: Known | null;
}

/** Ended processes remembered for slow readers. */
const MOST_GONE = 4096;
/** Time without readers after which everything is forgotten. */
const FORGET_MS = 60_000;

/** Follows the list only on request: unchanged entries are the same objects (`keepsItems`). */
export function createProcessChanges(monotonic: () => number = () => performance.now()): ProcessChanges {
  let known = new Map<number, Known>();
  let gone: { pid: number; sequence: number }[] = [];
  let sequence = -1;
  /** Differences to earlier snapshots are unknown. */
  let oldest = 0;
  let askedAt = Number.NEGATIVE_INFINITY;

  const forget = (next: number): void => {
    [known, gone, sequence, oldest] = [new Map(), [], -1, next];
  };
  const follow = ({ value, sequence: next }: Snapshot, originOf: (pid: number) => Origin | null): void => {
    const now = new Map<number, Known>();
    for (const item of value as readonly Served[]) {
      const pid = item['pid'] as number;
      const origin = originOf(pid);
      const before = known.get(pid);
      const isSame = before !== undefined && before.item === item && before.origin === origin;
      if (isSame) now.set(pid, before);
      // One step is enough for fast readers.
      else
        now.set(pid, { item, origin, sequence: next, before: before ? { ...before, before: null } : null });
    }
    for (const pid of known.keys()) if (!now.has(pid)) gone.push({ pid, sequence: next });
    if (gone.length > MOST_GONE) {
      const forgotten = gone.splice(0, gone.length - MOST_GONE);
      oldest = forgotten.at(-1)?.sequence ?? oldest;
    }
    known = now;
    sequence = next;
  };

  return {
    between(since, latest, originOf) {
      const now = monotonic();
      if (now - askedAt > FORGET_MS) forget(latest.sequence);
      askedAt = now;
      if (latest.sequence !== sequence) follow(latest, originOf);
      const isWhole = since < oldest || since > sequence;
      const rows = [...known.values()].filter((row) => isWhole || row.sequence > since);
      return {
        sequence,
        isWhole,
        rows: rowsOf(rows, isWhole ? -1 : since),
        gone: isWhole
          ? []
          : gone.filter((one) => one.sequence > since && !known.has(one.pid)).map(({ pid }) => pid),
      };
    },
  };
}

function* rowsOf(rows: readonly Known[], since: number): Generator<ProcessRow> {
  for (const row of rows) {
    const { before } = row;
    yield (before !== null && before.sequence <= since ? changedMembers(row, before) : null) ?? wholeOf(row);
  }
}

const wholeOf = ({ item, origin }: Known): ProcessRow => ({ ...item, ...origin });

/** Returns the changed members; null if some are gone. Equal nested values are the same objects. */
function changedMembers(row: Known, before: Known): ProcessRow | null {
  const [now, then] = [wholeOf(row), wholeOf(before)];
  if (now['name'] !== then['name'] || Object.keys(then).some((name) => !Object.hasOwn(now, name)))
    return null;
  const changed = Object.entries(now).filter(([name, value]) => then[name as keyof ProcessRow] !== value);
  return { pid: now['pid'], ...Object.fromEntries(changed) } as ProcessRow;
}
