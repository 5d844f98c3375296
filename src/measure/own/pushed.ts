/** Numbers that other programs send: kept from their arrival to the next reading. */
import { type Service, service } from '../../core/parts/service.ts';
import { defineSource } from '../../core/source.ts';
import { LONGEST_NAME, MOST_BYTES, MOST_OF_SOURCE } from './bounds.ts';
import { newReading, type Reading, refuse, type Refusal, type Sample } from './sample.ts';

/** Seconds after which a series that nobody sends any more is gone. */
const SILENT_SECONDS = 600;
/** Members of all sets in one period. */
const MOST_MEMBERS = 10_000;
/** Lines that are taken between two readings; any program of the machine may send them. */
const MOST_LINES = 100_000;

/** How a sample changes what was sent before. */
export type Change = 'set' | 'add' | 'time' | 'member';

interface Kept {
  sample: Sample;
  value: number;
  at: number;
}

/** Since the last reading. */
interface Times {
  readonly base: Sample;
  sum: number;
  count: number;
  most: number;
  readonly members: Set<string>;
}

export class Pushed {
  readonly #kept = new Map<string, Kept>();
  readonly #times = new Map<string, Times>();
  readonly #seconds: () => number;
  #refused = newReading();
  #beyond = 0;
  #lines = 0;
  #members = 0;
  /** Of the names and labels of all series. */
  #bytes = 0;

  /** @param seconds on a clock that never goes back */
  constructor(seconds: () => number) {
    this.#seconds = seconds;
  }

  refuse({ place, reason }: Refusal): void {
    refuse(this.#refused, place, reason);
  }

  /** False: there were too many lines, so this one is left out. */
  mayTakeLine(): boolean {
    this.#lines += 1;
    return this.#lines <= MOST_LINES;
  }

  /** @param member of a set */
  take(sample: Sample, change: Change, member = ''): void {
    if (change === 'time' || change === 'member') return this.#takeTime(sample, change, member);
    const key = keyOf(sample);
    const before = this.#kept.get(key);
    if (before === undefined && !this.#takeRoom(key)) return;
    const value = change === 'add' ? (before?.value ?? 0) + sample.value : sample.value;
    // One impossible increase would be the end of a sum.
    if (change === 'add' && !Number.isFinite(value)) return;
    this.#kept.set(key, { sample, value, at: this.#seconds() });
  }

  reading(): Reading {
    const reading = this.#refused;
    this.#refused = newReading();
    if (this.#beyond > 0)
      refuse(
        reading,
        'series',
        `${this.#beyond} values of series beyond ${MOST_OF_SOURCE} or ${MOST_BYTES / 1024} KiB of names and labels are left out`,
      );
    if (this.#lines > MOST_LINES)
      refuse(
        reading,
        'lines',
        `there were more than ${MOST_LINES} since the last reading, so others are left out`,
      );
    this.#beyond = 0;
    this.#lines = 0;
    for (const times of this.#times.values()) this.#addTimes(times);
    for (const key of this.#times.keys()) this.#bytes -= key.length;
    this.#times.clear();
    this.#members = 0;
    const oldest = this.#seconds() - SILENT_SECONDS;
    for (const [key, { sample, value, at }] of this.#kept) {
      if (at < oldest) {
        this.#kept.delete(key);
        this.#bytes -= key.length;
      } else reading.samples.push({ ...sample, value });
    }
    return reading;
  }

  #takeTime(base: Sample, change: Change, member: string): void {
    const key = keyOf(base);
    let times = this.#times.get(key);
    if (times === undefined) {
      if (!this.#takeRoom(key)) return;
      this.#times.set(key, (times = { base, sum: 0, count: 0, most: base.value, members: new Set() }));
    }
    if (change === 'time') {
      times.sum += base.value;
      times.count += 1;
      times.most = Math.max(times.most, base.value);
    } else if (this.#members < MOST_MEMBERS) {
      const before = times.members.size;
      times.members.add(member.slice(0, LONGEST_NAME));
      this.#members += times.members.size - before;
    }
  }

  /** Durations are a count, their mean and their largest; a set is the number of its members. */
  #addTimes({ base, sum, count, most, members }: Times): void {
    if (members.size > 0) this.take({ ...base, value: members.size }, 'set');
    if (count === 0) return;
    const { name, about } = base;
    this.take(
      { ...base, name: `${name}_count`, value: count, about: { kind: 'counter', unit: null } },
      'add',
    );
    this.take({ ...base, name: `${name}_mean`, value: sum / count, about }, 'set');
    this.take({ ...base, name: `${name}_max`, value: most, about }, 'set');
  }

  /** For a series; false: it is left out. */
  #takeRoom(key: string): boolean {
    if (this.#kept.size + this.#times.size >= MOST_OF_SOURCE || key.length > MOST_BYTES - this.#bytes) {
      this.#beyond += 1;
      return false;
    }
    this.#bytes += key.length;
    return true;
  }
}

const keyOf = ({ name, labels }: Sample): string => JSON.stringify([name, labels]);

/** The sources to which programs send over the API. */
export interface PushedNumbers {
  /** False in modes that read once: they take no port from the agent. */
  readonly isReceiving: boolean;
  /** Called before the first reading. */
  receive(): void;
  /** @param token that senders need */
  open(name: string, token: string, pushed: Pushed): void;
  find(name: string): { readonly token: string; readonly pushed: Pushed } | undefined;
}
export const PushedNumbers: Service<PushedNumbers> = service<PushedNumbers>('pushed numbers');

/** Nothing is read: senders and plugins meet here. */
export const pushedNumbers = defineSource<void, PushedNumbers>({
  name: 'pushed numbers',
  create() {
    const sources = new Map<string, { token: string; pushed: Pushed }>();
    let isReceiving = false;
    return {
      get isReceiving() {
        return isReceiving;
      },
      receive: () => void (isReceiving = true),
      open: (name, token, pushed) => void sources.set(name, { token, pushed }),
      find: (name) => sources.get(name),
      read: () => {},
    };
  },
});
