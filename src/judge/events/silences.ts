/**
 * Silences: alerts of a value that somebody knows of. Until a moment, or (an acknowledgement) until the event is over. They
 * hold back notifications and change nothing about the events themselves.
 */
import type { Clock } from '../../core/host.ts';

export interface Silence {
  /** The type of the events: `CPU_TOTAL`. */
  readonly type: string;
  readonly note: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Milliseconds since the epoch; null: until the event is over. */
  readonly until: number | null;
}

export interface Silences {
  /** Takes over silences that were saved. */
  load(saved: readonly Silence[]): void;
  /** Those in force, the latest first. */
  list(): readonly Silence[];
  covers(type: string): boolean;
  /** Whether a user has acknowledged the alert: a silence until its end. */
  acknowledges(type: string): boolean;
  /** In place of one of the same type. Rejects with a system error when it cannot be kept; then nothing has changed. */
  set(silence: Omit<Silence, 'since'>): Promise<Silence>;
  /** False when there is none. Rejects as `set` does. */
  remove(type: string): Promise<boolean>;
  /** The last event of the type is over: acknowledgements are, too. */
  ended(type: string): void;
  /** Told when a user has acknowledged alerts of the type. */
  onAcknowledged: (type: string) => void;
  /** Told when a silence of the type is over. */
  onOver: (type: string) => void;
  stop(): void;
}

export interface SilencesSetup {
  clock: Clock;
  /** Keeps the list; rejects with a system error. */
  save(silences: readonly Silence[]): Promise<void>;
}

/** More than anybody has alerts. */
export const MOST_SILENCES = 200;
export const LONGEST_MS = 90 * 86_400_000;
/** Between two looks at the wall clock, which may be set. */
const LOOK_MS = 60_000;

export function createSilences({ clock, save }: SilencesSetup): Silences {
  let all: readonly Silence[] = [];
  let cancel: (() => void) | null = null;
  const isInForce = ({ until }: Silence): boolean => until === null || until > clock.now();

  const plan = (): void => {
    cancel?.();
    const next = Math.min(...all.map(({ until }) => until ?? Infinity));
    const wait = Math.min(LOOK_MS, Math.max(0, next - clock.now()));
    cancel = next === Infinity ? null : clock.setTimer(expire, wait);
  };
  const expire = (): void => {
    cancel = null;
    drop((silence) => !isInForce(silence));
  };
  /** The end of a silence need not be written at once: it is over after a restart, too. */
  const drop = (isOver: (silence: Silence) => boolean): void => {
    const over = all.filter(isOver);
    if (over.length > 0) {
      all = all.filter((silence) => !isOver(silence));
      save(all).catch(() => undefined);
    }
    plan();
    for (const { type } of over) silences.onOver(type);
  };
  const replace = async (next: readonly Silence[]): Promise<void> => {
    await save(next);
    all = next;
    plan();
  };
  const silences: Silences = {
    load(saved) {
      all = saved.slice(0, MOST_SILENCES);
      plan();
    },
    list: () => all.filter(isInForce),
    covers: (type) => all.some((silence) => silence.type === type && isInForce(silence)),
    acknowledges: (type) => all.some((silence) => silence.type === type && silence.until === null),
    async set({ type, note, until }) {
      const silence = { type, note, since: clock.now(), until };
      const others = silences.list().filter((other) => other.type !== type);
      await replace([silence, ...others].slice(0, MOST_SILENCES));
      if (until === null) silences.onAcknowledged(type);
      return silence;
    },
    async remove(type) {
      if (!silences.covers(type)) return false;
      await replace(all.filter((silence) => silence.type !== type));
      silences.onOver(type);
      return true;
    },
    ended: (type) => drop((silence) => silence.type === type && silence.until === null),
    onAcknowledged: () => undefined,
    onOver: () => undefined,
    stop: () => cancel?.(),
  };
  return silences;
}
