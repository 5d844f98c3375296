/** Shares the event loop out among long pieces of work, so that no short request waits behind them. */
import type { MaybePromise } from './plugin.ts';
import type { Steps } from './steps.ts';

/** Work goes on for this long before it lets others in; the scan of processes may have a slice in the same turn. */
const SLICE_MS = 2;

/** So many pieces of short work go before long work that waits, which then has a turn however many more come. */
export const SHORT_IN_A_ROW = 4;

/** A queue for the right to go on. One slice runs per turn of the event loop, however much work is waiting. */
export class TimeSlicer {
  readonly #short: (() => void)[] = [];
  readonly #long: (() => void)[] = [];
  /** TimeSlicer of short work since long work had one, or had none to do. */
  #inARow = 0;
  #isRunning = false;
  readonly #now: () => number;

  /** @param now monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * @param ms slice length
   * @param isShort few slices, so scheduled before long work
   * @param isGone the client has disconnected
   */
  begin(ms = SLICE_MS, isShort = false, isGone = (): boolean => false): Slice {
    return new Slice(this, { ms, isShort, isGone, now: this.#now });
  }

  /** Ends when it is the caller's turn. */
  wait(isShort = false): Promise<void> {
    return new Promise((resolve) => {
      (isShort ? this.#short : this.#long).push(resolve);
      if (!this.#isRunning) setImmediate(this.#next);
      this.#isRunning = true;
    });
  }

  readonly #next = (): void => {
    this.#take()?.();
    this.#isRunning = this.#short.length + this.#long.length > 0;
    if (this.#isRunning) setImmediate(this.#next);
  };

  #take(): (() => void) | undefined {
    const isShort = this.#short.length > 0 && (this.#inARow < SHORT_IN_A_ROW || this.#long.length === 0);
    this.#inARow = isShort && this.#long.length > 0 ? this.#inARow + 1 : 0;
    return (isShort ? this.#short : this.#long).shift();
  }
}

/** The client has disconnected: its work ends. */
export class GoneError extends Error {
  override readonly name = 'GoneError';

  constructor() {
    super('The client has disconnected');
  }
}

interface SliceSetup {
  readonly ms: number;
  readonly isShort: boolean;
  isGone(): boolean;
  now(): number;
}

/** The time one piece of work has before it must wait for its next turn. */
export class Slice {
  readonly #turns: TimeSlicer;
  readonly #setup: SliceSetup;
  #end: number;

  constructor(slicer: TimeSlicer, setup: SliceSetup) {
    this.#turns = slicer;
    this.#setup = setup;
    this.#end = setup.now() + setup.ms;
  }

  get isOver(): boolean {
    return this.#setup.now() >= this.#end;
  }

  /** Rejects with a `GoneError` when the client has disconnected. */
  async next(): Promise<void> {
    const { ms, isShort, isGone, now } = this.#setup;
    await this.#turns.wait(isShort);
    if (isGone()) throw new GoneError();
    this.#end = now() + ms;
  }
}

/** Does work to its end, with as many slices as it takes; at once when that is less than one. */
export function inSlices<T>(steps: Steps<T>, slice: Slice): MaybePromise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (slice.isOver) return slice.next().then(() => inSlices(steps, slice));
  }
}
