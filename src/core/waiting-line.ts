/** Lets a few long pieces of work run at once, and a few more wait for them. */
export class WaitingLine {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #refusal: () => Error;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param refusal the error for work that comes when too much waits already */
  constructor(most: number, mostWaiting: number, refusal: () => Error) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
    this.#refusal = refusal;
  }

  /** Rejects with the refusal when too much waits. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) {
      if (this.#waiting.length >= this.#mostWaiting) throw this.#refusal();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
