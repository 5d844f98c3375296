/**
 * Silences: until a time, until the event ends (acknowledgements), or in weekly maintenance times. They suppress notifications and
 * do not affect events.
 */
import type { Clock } from '../../core/host.ts';
import { service } from '../../core/parts/service.ts';
import { createSignal, type Signal } from '../../core/parts/signal.ts';
import { closed, integer, number, orNull, text, type TypeOf, where } from '../../core/shape.ts';
import { clockOf, isScheduled, SCHEDULE } from './schedule.ts';

const SILENCE_MEMBERS = {
  type: where(
    text(
      'The type of the events: `CPU_TOTAL`. `*` stands for any text, and alone for all alerts of the host. On a hub also `web/CPU_TOTAL` or ' +
        '`web/*` for a server, and `tag:prod` or `tag:prod/CPU_*` for servers with a tag.',
    ),
    'the type of an alert, such as CPU_TOTAL',
    (type) => type !== '' && type.length <= 300,
  ),
  note: text('Reason, shown to other users.', { maxLength: 500 }),
  until: orNull(
    integer('Milliseconds since 1970; null: until the event ends, or with a schedule until it is removed.'),
  ),
  schedule: SCHEDULE,
};
export const NEW_SILENCE = closed('A silence.', SILENCE_MEMBERS, ['note', 'until', 'schedule']);
export const SILENCE = closed(
  'A silence.',
  {
    ...SILENCE_MEMBERS,
    since: number('Milliseconds since 1970.'),
    author: text('User, or address of a client without a name; absent: not known.'),
  },
  ['schedule', 'author'],
);
export type Silence = TypeOf<typeof SILENCE>;

/** A server of a hub, as named in silences. */
export interface SilencedServer {
  readonly names: readonly string[];
  readonly tags: readonly string[];
}

const TAG = 'tag:';
/** Names all servers. */
const SERVERS = '*/';

/** True if a silence is about events of a type: of this machine, or of a server of a hub. */
export const isAbout = (
  { type: pattern }: Pick<Silence, 'type'>,
  type: string,
  server: SilencedServer | null = null,
): boolean =>
  server === null
    ? !pattern.startsWith(TAG) && !pattern.startsWith(SERVERS) && matches(pattern, type)
    : isAboutServer(pattern, type, server);

/** True if it is about more than one type or subject, so that it cannot end with an event. */
export const isBroad = ({ type }: Pick<Silence, 'type'>): boolean =>
  type.includes('*') || type.startsWith(TAG);

function isAboutServer(pattern: string, type: string, { names, tags }: SilencedServer): boolean {
  const isTag = pattern.startsWith(TAG);
  const slash = pattern.indexOf('/');
  if (slash === -1 && !isTag) return false;
  const [place, types] = slash === -1 ? [pattern, '*'] : [pattern.slice(0, slash), pattern.slice(slash + 1)];
  const asked = place.slice(isTag ? TAG.length : 0).toLowerCase();
  return (isTag ? tags : names).some((one) => matches(asked, one.toLowerCase())) && matches(types, type);
}

const matches = (pattern: string, type: string): boolean => {
  const [begin = '', ...others] = pattern.split('*');
  const end = others.pop();
  if (end === undefined || pattern === type) return pattern === type;
  if (!type.startsWith(begin) || !type.endsWith(end)) return false;
  let at = begin.length;
  for (const part of others) {
    const found = type.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at + end.length <= type.length;
};

export interface Silences {
  /** Takes over silences that were saved. */
  load(saved: readonly Silence[]): void;
  /** Current silences, latest first. */
  list(): readonly Silence[];
  covers(type: string): boolean;
  /** True if events of a type are silenced for each of these servers of a hub. */
  coversServers(type: string, servers: readonly SilencedServer[]): boolean;
  /** True if a user has acknowledged the alert: a silence until its end. */
  acknowledges(type: string): boolean;
  /** Replaces a silence of the same type. Rejects with a system error if it cannot be saved; nothing has changed then. */
  set(silence: Omit<Silence, 'since'>): Promise<Silence>;
  /** False when there is none. Rejects as `set` does. */
  remove(type: string): Promise<boolean>;
  /** Ends the acknowledgements of a type whose last event is over, on a server if one is named. */
  ended(type: string, server?: SilencedServer): void;
  /** True if it holds back notifications now. */
  isInForce(silence: Silence): boolean;
  /** A user acknowledges alerts of a type. */
  readonly acknowledged: Signal<string>;
  /** A silence or its maintenance window ends. */
  readonly over: Signal<void>;
  stop(): void;
}
export const Silences = service<Silences>('silences');

interface SilencesSetup {
  clock: Clock;
  /** Saves the list; rejects with a system error. */
  save(silences: readonly Silence[]): Promise<void>;
}

/** More than any host has alerts. */
export const MOST_SILENCES = 200;
export const LONGEST_MS = 90 * 86_400_000;
/** Interval of checks of the wall clock, which may be set. */
const LOOK_MS = 60_000;

const isAcknowledgement = ({ until, schedule }: Silence): boolean => until === null && schedule === undefined;

const nextMinute = (now: number): number => (Math.floor(now / LOOK_MS) + 1) * LOOK_MS;

export function createSilences({ clock, save }: SilencesSetup): Silences {
  const acknowledged = createSignal<string>();
  const over = createSignal<void>();
  let all: readonly Silence[] = [];
  let cancel: (() => void) | null = null;
  const clocks = new Map<string, Intl.DateTimeFormat>();
  /** Silences in force at the last look. */
  let inForce: readonly Silence[] = [];
  /** They are deleted later than they end, since the clock may be wrong. */
  const isPast = ({ until }: Silence): boolean => until !== null && until <= clock.settled();
  const isKept = ({ until }: Silence): boolean => until === null || until > clock.now();
  const isInForce = (silence: Silence): boolean => {
    const { schedule } = silence;
    if (schedule === undefined || !isKept(silence)) return isKept(silence);
    const wall = clocks.get(schedule.zone) ?? clockOf(schedule.zone);
    clocks.set(schedule.zone, wall);
    return isScheduled(schedule, clock.now(), wall);
  };

  const plan = (): void => {
    cancel?.();
    const now = clock.now();
    const timed = all.filter((silence) => !isAcknowledgement(silence));
    const next = Math.min(
      ...timed.map(({ until, schedule }) =>
        schedule === undefined && until !== null && until > now ? until : nextMinute(now),
      ),
    );
    const wait = Math.min(LOOK_MS, next - now);
    cancel = timed.length === 0 ? null : clock.setTimer(expire, wait);
  };
  const note = (): void => {
    inForce = all.filter(isInForce);
  };
  const expire = (): void => {
    cancel = null;
    drop(isPast);
  };
  /** Drops silences that are over. That need not be saved at once: they are over after a restart, too. */
  const drop = (isOver: (silence: Silence) => boolean): void => {
    const before = inForce;
    const left = all.filter((silence) => !isOver(silence));
    if (left.length < all.length) {
      all = left;
      save(all).catch(() => undefined);
    }
    note();
    plan();
    if (before.some((silence) => !inForce.includes(silence))) void over.emit();
  };
  const replace = async (next: readonly Silence[]): Promise<void> => {
    await save(next);
    all = next;
    note();
    plan();
  };
  const silences: Silences = {
    load(saved) {
      all = saved.slice(0, MOST_SILENCES);
      // One that ended in the meantime is over now.
      inForce = all.filter((silence) => silence.schedule === undefined || isInForce(silence));
      cancel = clock.setTimer(expire, 0);
    },
    list: () => all.filter(isKept),
    isInForce,
    covers: (type) => all.some((silence) => isAbout(silence, type) && isInForce(silence)),
    coversServers: (type, servers) =>
      servers.every((server) => all.some((silence) => isAbout(silence, type, server) && isInForce(silence))),
    acknowledges: (type) => all.some((silence) => silence.type === type && isAcknowledgement(silence)),
    async set({ type, note, until, schedule, author }) {
      const since = clock.now();
      const silence = { type, note, since, until, ...(schedule && { schedule }), ...(author && { author }) };
      const others = all.filter((other) => other.type !== type && !isPast(other));
      await replace([silence, ...others].slice(0, MOST_SILENCES));
      if (isAcknowledgement(silence)) void acknowledged.emit(type);
      return silence;
    },
    async remove(type) {
      if (!all.some((silence) => silence.type === type && isKept(silence))) return false;
      await replace(all.filter((silence) => silence.type !== type));
      void over.emit();
      return true;
    },
    ended: (type, server) =>
      drop(
        (silence) =>
          isAcknowledgement(silence) && (server ? isAbout(silence, type, server) : silence.type === type),
      ),
    acknowledged,
    over,
    stop: () => cancel?.(),
  };
  return silences;
}
