/** Shares the event loop out among long pieces of work, so that no short request waits behind them. */

/** Work goes on for this long before it lets others in; the scan of processes may have a slice in the same turn. */
const SLICE_MS = 2;

/** A queue for the right to go on. One slice runs per turn of the event loop, however much work is waiting. */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /**
   * @param ms how long the work goes on before it lets others in
   * @param isShort it is done within few slices, and so before all that may be long
   */
  begin(ms = SLICE_MS, isShort = false): Slice {
    return new Slice(this, ms, isShort);
  }

  /** Ends when it is the caller's turn. */
  wait(isShort = false): Promise<void> {
    return new Promise((resolve) => {
      if (isShort) this.#waiting.unshift(resolve);
      else this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}

/** The time one piece of work has before it must wait for its next turn. */
export class Slice {
  readonly #turns: Turns;
  readonly #ms: number;
  readonly #isShort: boolean;
  #end: number;

  constructor(turns: Turns, ms: number, isShort: boolean) {
    this.#turns = turns;
    this.#ms = ms;
    this.#isShort = isShort;
    this.#end = performance.now() + ms;
  }

  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  async next(): Promise<void> {
    await this.#turns.wait(this.#isShort);
    this.#end = performance.now() + this.#ms;
  }
}
