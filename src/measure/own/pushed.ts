/** Numbers that other programs send: kept from their arrival to the next reading. */
import { type Service, service } from '../../core/parts/service.ts';
import { defineSource } from '../../core/source.ts';
import { LONGEST_NAME, MOST_OF_SOURCE } from './bounds.ts';
import { newReading, type Reading, refuse, type Refusal, type Sample } from './sample.ts';

/** Seconds after which a series that nobody sends any more is gone. */
const SILENT_SECONDS = 600;
/** Members of a set in one period. */
const MOST_MEMBERS = 1000;

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

  /** @param seconds on a clock that never goes back */
  constructor(seconds: () => number) {
    this.#seconds = seconds;
  }

  refuse({ place, reason }: Refusal): void {
    refuse(this.#refused, place, reason);
  }

  /** @param member of a set */
  take(sample: Sample, change: Change, member = ''): void {
    if (change === 'time' || change === 'member') return this.#takeTime(sample, change, member);
    const key = keyOf(sample);
    const before = this.#kept.get(key);
    if (before === undefined && !this.#hasRoom()) return;
    const value = change === 'add' ? (before?.value ?? 0) + sample.value : sample.value;
    // One impossible increase would be the end of a sum.
    if (change === 'add' && !Number.isFinite(value)) return;
    this.#kept.set(key, { sample, value, at: this.#seconds() });
  }

  reading(): Reading {
    const reading = this.#refused;
    this.#refused = newReading();
    if (this.#beyond > 0)
      refuse(reading, 'series', `${this.#beyond} values of series beyond ${MOST_OF_SOURCE} are left out`);
    this.#beyond = 0;
    for (const times of this.#times.values()) this.#addTimes(times);
    this.#times.clear();
    const oldest = this.#seconds() - SILENT_SECONDS;
    for (const [key, { sample, value, at }] of this.#kept) {
      if (at < oldest) this.#kept.delete(key);
      else reading.samples.push({ ...sample, value });
    }
    return reading;
  }

  #takeTime(base: Sample, change: Change, member: string): void {
    const key = keyOf(base);
    let times = this.#times.get(key);
    if (times === undefined) {
      if (!this.#hasRoom()) return;
      this.#times.set(key, (times = { base, sum: 0, count: 0, most: base.value, members: new Set() }));
    }
    if (change === 'time') {
      times.sum += base.value;
      times.count += 1;
      times.most = Math.max(times.most, base.value);
    } else if (times.members.size < MOST_MEMBERS) times.members.add(member.slice(0, LONGEST_NAME));
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

  #hasRoom(): boolean {
    if (this.#kept.size + this.#times.size < MOST_OF_SOURCE) return true;
    this.#beyond += 1;
    return false;
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
