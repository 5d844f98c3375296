/** Bounds how much long work runs at once. The rest waits; each group has its share. */
import { GoneError } from './slice.ts';

/** Whom a piece of work is for. */
export interface Place {
  /** Groups have shares: the network of a client. */
  readonly group: string;
  /** Aborted when the client disconnects: work that waits is removed. Null: work that is for several. */
  readonly signal: AbortSignal | null;
}

interface LimiterSetup<P extends Place> {
  /** True if work of this place may start beside the running work. */
  hasRoom(place: P, running: readonly P[]): boolean;
  mostWaiting: number;
  /** Returns the error for rejected work. */
  refusal(): Error;
}

interface Waiting<P> {
  readonly place: P;
  start(): void;
  refuse(error: Error): void;
}

/** Room for so many, and for so many of one group. */
export const sharesOf =
  (most: number, mostOfOne: number) =>
  ({ group }: Place, running: readonly Place[]): boolean =>
    running.length < most && countOf(running, group) < mostOfOne;

const countOf = (places: readonly Place[], group: string): number =>
  places.filter((place) => place.group === group).length;

export class FairLimiter<P extends Place = Place> {
  readonly #setup: LimiterSetup<P>;
  #running: P[] = [];
  #waiting: Waiting<P>[] = [];

  constructor(setup: LimiterSetup<P>) {
    this.#setup = setup;
  }

  /** Rejects with the refusal when too much waits, and with a `GoneError` when the client disconnects before its turn. */
  async run<T>(place: P, work: () => Promise<T>): Promise<T> {
    if (place.signal?.aborted === true) throw new GoneError();
    if (this.#setup.hasRoom(place, this.#running)) this.#running.push(place);
    else await this.#turnOf(place);
    try {
      return await work();
    } finally {
      this.#running = this.#running.filter((one) => one !== place);
      this.#startNext();
    }
  }

  #turnOf(place: P): Promise<void> {
    return new Promise((resolve, reject) => {
      const onGone = (): void => this.#remove(waiting)?.refuse(new GoneError());
      const settle = (then: () => void): void => {
        place.signal?.removeEventListener('abort', onGone);
        then();
      };
      const waiting: Waiting<P> = {
        place,
        start: () => settle(resolve),
        refuse: (error) => settle(() => reject(error)),
      };
      place.signal?.addEventListener('abort', onGone);
      this.#waiting.push(waiting);
      if (this.#waiting.length > this.#setup.mostWaiting) this.#turnAway();
    });
  }

  #remove(one: Waiting<P>): Waiting<P> {
    this.#waiting = this.#waiting.filter((other) => other !== one);
    return one;
  }

  /** Rejects the newest entry of the group with the most waiting work. */
  #turnAway(): void {
    const places = this.#waiting.map(({ place }) => place);
    const [last] = this.#waiting
      .toReversed()
      .sort((a, b) => countOf(places, b.place.group) - countOf(places, a.place.group));
    if (last !== undefined) this.#remove(last).refuse(this.#setup.refusal());
  }

  /** First those whose group runs least, then by arrival. */
  #startNext(): void {
    const order = this.#waiting.toSorted(
      (a, b) => countOf(this.#running, a.place.group) - countOf(this.#running, b.place.group),
    );
    for (const one of order) {
      if (!this.#setup.hasRoom(one.place, this.#running)) continue;
      this.#running.push(one.place);
      this.#remove(one).start();
    }
  }
}
