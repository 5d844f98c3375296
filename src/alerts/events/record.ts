/** One event, from its first value to its last. */
import type {
  AlertEvent,
  AlertState,
  EventFinding,
  EventReading,
  RankingKey,
  SavedEvent,
} from '../../core/event.ts';
import { Tally } from './tally.ts';

export interface EventSubject {
  readonly plugin: string;
  readonly field: string;
  /** Identity of the item; null for an object. */
  readonly identity: string | null;
  /** Name of the value in lower case. */
  readonly stat: string;
}

/** Identifies one value of one item: items may share an event type. On a hub, servers may share all of it. */
export const keyOf = ({
  plugin,
  field,
  identity,
  server,
}: Omit<EventSubject, 'stat'> & Pick<SavedEvent, 'server'>): string =>
  `${plugin}\0${field}\0${identity ?? ''}${server === undefined ? '' : `\0${server.id}`}`;

/** A moment on both clocks; durations use the monotonic one, which cannot be set. */
export interface ClockMoment {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Monotonic milliseconds. */
  readonly at: number;
}

/** The order of the top processes while a value is in alarm. */
export function rankingFor(stat: string): RankingKey {
  if (stat.startsWith('mem')) return 'memory_percent';
  return stat.startsWith('cpu_iowait') ? 'io_counters' : 'cpu_percent';
}

const wholeSeconds = (ms: number): number => Math.floor(ms / 1000);

export class EventRecord {
  readonly id: number;
  /** Names the value it is about. */
  readonly key: string;
  readonly subject: EventSubject;
  readonly sort: RankingKey;
  /** Of an alert kind; null: a value has reached a threshold. */
  finding: EventFinding | null = null;
  /** Of a value that has reached a threshold. */
  reading: EventReading | null = null;
  readonly #begun: ClockMoment;
  #ended: ClockMoment | null = null;
  #state: AlertState;
  /** Level of the newest value. */
  #level: AlertState;
  #value = Number.NaN;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #sum = 0;
  #count = 0;
  readonly #tally = new Tally();
  #top: string[] = [];
  #message = '';
  #served: AlertEvent | null = null;
  /** Number of the pass that added the newest value. */
  pass = 0;
  /** Recent readings failed: it may or may not continue. */
  isUnknown = false;
  /** Cleared while ongoing: the list hides it until it becomes critical. */
  isCleared = false;

  constructor(id: number, subject: EventSubject, level: AlertState, begun: ClockMoment) {
    this.id = id;
    this.key = keyOf(subject);
    this.subject = subject;
    this.sort = rankingFor(subject.stat);
    this.#state = level;
    this.#level = level;
    this.#begun = begun;
  }

  /** An event of the previous run; an ongoing one counts as ended at `stoppedAt`. */
  static restore(
    { id, event, cleared, finding, reading, ...subject }: SavedEvent,
    stoppedAt: number,
    now: ClockMoment,
  ): EventRecord {
    const momentOf = (time: number): ClockMoment => ({ time, at: now.at - Math.max(now.time - time, 0) });
    const record = new EventRecord(id, subject, event.state, momentOf(event.begin * 1000));
    record.#ended = momentOf(event.end === -1 ? stoppedAt : event.end * 1000);
    record.#min = event.min;
    record.#max = event.max;
    record.#sum = event.sum;
    record.#count = event.count;
    record.#top = event.top;
    record.#message = event.global_msg;
    record.isCleared = cleared === true;
    record.finding = finding ?? null;
    record.reading = reading ?? null;
    return record;
  }

  /** The state needed to continue it. */
  saved(): SavedEvent {
    const cleared = this.isCleared ? ({ cleared: true } as const) : {};
    const finding = this.finding === null ? {} : { finding: this.finding };
    const reading = this.reading === null ? {} : { reading: this.reading };
    return { id: this.id, ...this.subject, event: this.served(), ...cleared, ...finding, ...reading };
  }

  /** What is judged at once: the plugin of a threshold, or the alert kind. */
  get group(): string {
    return this.finding?.kind ?? this.subject.plugin;
  }

  get isOngoing(): boolean {
    return this.#ended === null;
  }

  get state(): AlertState {
    return this.#state;
  }

  /** Takes the next value. An event that was critical once stays so; one that becomes critical is listed again. */
  add(level: AlertState, value: number, message: string): void {
    if (level === 'CRITICAL' && this.#state === 'WARNING') {
      this.#state = 'CRITICAL';
      this.isCleared = false;
      this.#tally.clear();
    }
    this.isUnknown = false;
    this.#level = level;
    this.#value = value;
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    this.#sum += value;
    this.#count += 1;
    this.#message = message;
    this.#served = null;
  }

  /** Whether the newest value is this one. */
  isAs(level: AlertState, value: number, { sentence, details }: EventFinding): boolean {
    return (
      this.#level === level &&
      this.#value === value &&
      this.finding?.sentence === sentence &&
      JSON.stringify(this.finding.details) === JSON.stringify(details)
    );
  }

  /** Counts the top processes of a scan. After the worst, a scan only fills an empty top: the worst may end before the first scan. */
  rank(names: readonly string[]): void {
    const isWorst = this.#level === this.#state;
    if (!isWorst && this.#top.length > 0) return;
    const tally = isWorst ? this.#tally : new Tally();
    tally.add(names);
    this.#top = tally.top();
    this.#served = null;
  }

  end(now: ClockMoment): void {
    this.#ended = now;
    this.#served = null;
  }

  resume(): void {
    this.#ended = null;
    this.#served = null;
  }

  /** Seconds from its begin to its end, or to `now` while it lasts; whole, so that the jitter of timers does not matter. */
  secondsUntil(now: ClockMoment): number {
    return Math.round(((this.#ended ?? now).at - this.#begun.at) / 1000);
  }

  /** Seconds since its end; infinite while it lasts. */
  secondsSinceEnd(now: ClockMoment): number {
    return this.#ended ? Math.round((now.at - this.#ended.at) / 1000) : Number.POSITIVE_INFINITY;
  }

  /** As it is served; the same object until something changes. */
  served(): AlertEvent {
    const begin = wholeSeconds(this.#begun.time);
    this.#served ??= {
      begin,
      // The wall clock may have been set back since.
      end: this.#ended ? Math.max(begin, wholeSeconds(this.#ended.time)) : -1,
      state: this.#state,
      type: this.subject.stat.toUpperCase(),
      max: this.#max,
      avg: this.#sum / this.#count,
      min: this.#min,
      sum: this.#sum,
      count: this.#count,
      top: this.#top,
      desc: '',
      sort: this.sort,
      global_msg: this.#message,
    };
    return this.#served;
  }
}
