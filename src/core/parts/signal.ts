/** Typed events between parts. Listeners are added while parts open, and nothing is emitted before all have started. */

export interface Signal<T> {
  /** Returns a function that unsubscribes. */
  on(listen: (value: T) => unknown): () => void;
}

export interface Emitter<T> extends Signal<T> {
  /** Calls all listeners now, in order. Resolves when their promises have settled; an error becomes an uncaught exception. */
  emit(value: T): Promise<void>;
}

export function createSignal<T>(): Emitter<T> {
  const listeners = new Set<(value: T) => unknown>();
  return {
    on(listen) {
      const own = (value: T): unknown => listen(value);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    async emit(value) {
      const work = [...listeners].map(async (listen) => listen(value));
      for (const one of await Promise.allSettled(work))
        if (one.status === 'rejected')
          queueMicrotask(() => {
            throw one.reason;
          });
    },
  };
}
