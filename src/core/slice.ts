/** Shares the event loop out among long pieces of work, so that no short request waits behind them. */
import type { MaybePromise } from './plugin.ts';
import type { Steps } from './steps.ts';

/** Work goes on for this long before it lets others in. */
const SLICE_MS = 2;

/** So many slices of short work go before long work that waits, which then has one however many more come. */
export const SHORT_IN_A_ROW = 4;

/** Taken once: what a test puts in its place would never end the turns of others. */
const nextTurn = setImmediate;

/** Ends the work for a client that has disconnected. */
export class GoneError extends Error {
  override readonly name = 'GoneError';

  constructor() {
    super('The client has disconnected');
  }
}

interface SliceOptions {
  readonly ms?: number;
  /** Few slices, so scheduled before long work. */
  readonly isShort?: boolean;
  /** True once the client has disconnected. */
  readonly isGone?: (() => boolean) | undefined;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/**
 * Time that one piece of work has before it must wait for its next turn. A process has one event loop, so all slices share one
 * queue: one of them runs per turn, however much work is waiting.
 */
export class Slice {
  static readonly #short: (() => void)[] = [];
  static readonly #long: (() => void)[] = [];
  /** Slices of short work since long work had one, or had none to do. */
  static #inARow = 0;
  static #isRunning = false;

  readonly #ms: number;
  readonly #isShort: boolean;
  readonly #isGone: () => boolean;
  readonly #now: () => number;
  #end: number;

  constructor({
    ms = SLICE_MS,
    isShort = false,
    isGone = () => false,
    now = () => performance.now(),
  }: SliceOptions = {}) {
    this.#ms = ms;
    this.#isShort = isShort;
    this.#isGone = isGone;
    this.#now = now;
    this.#end = now() + ms;
  }

  /** Work is queued; manual clocks must stand still until it is done. */
  static get isAwaited(): boolean {
    return Slice.#isRunning;
  }

  get isOver(): boolean {
    return this.#now() >= this.#end;
  }

  /** Ends when it is the work's turn. Rejects with a `GoneError` when the client has disconnected. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      (this.#isShort ? Slice.#short : Slice.#long).push(resolve);
      if (!Slice.#isRunning) nextTurn(Slice.#run);
      Slice.#isRunning = true;
    });
    if (this.#isGone()) throw new GoneError();
    this.#end = this.#now() + this.#ms;
  }

  static readonly #run = (): void => {
    Slice.#take()?.();
    Slice.#isRunning = Slice.#short.length + Slice.#long.length > 0;
    if (Slice.#isRunning) nextTurn(Slice.#run);
  };

  static #take(): (() => void) | undefined {
    const isShort = Slice.#short.length > 0 && (Slice.#inARow < SHORT_IN_A_ROW || Slice.#long.length === 0);
    Slice.#inARow = isShort && Slice.#long.length > 0 ? Slice.#inARow + 1 : 0;
    return (isShort ? Slice.#short : Slice.#long).shift();
  }
}

/** Does work to its end, with as many slices as it takes; at once when that is less than one. */
export function inSlices<T>(steps: Steps<T>, slice = new Slice()): MaybePromise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (slice.isOver) return slice.next().then(() => inSlices(steps, slice));
  }
}
