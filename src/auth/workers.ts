/** Bounds how much is done at the same time. */

export interface Workers {
  /** Does the task in its turn; null when too many are waiting already. */
  run<T>(task: () => Promise<T>): Promise<T> | null;
}

export function createWorkers(atOnce: number, mostWaiting: number): Workers {
  const waiting: (() => void)[] = [];
  let running = 0;
  const turn = (): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1;
      return undefined;
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return {
    run(task) {
      return running >= atOnce && waiting.length >= mostWaiting
        ? null
        : (async () => {
            await turn();
            try {
              return await task();
            } finally {
              leave();
            }
          })();
    },
  };
}
