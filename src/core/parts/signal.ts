/** Typed events between parts. Listeners are added while parts open, and nothing is emitted before all have started. */
import type { Scope } from './part.ts';

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

/** A signal that parts emit before all of them have started: it waits for listeners of other parts. */
export function createHeldSignal<T>({ onStart }: Pick<Scope, 'onStart'>): Emitter<T> {
  const { on, emit } = createSignal<T>();
  let started: Promise<void> | null = new Promise((resolve) => onStart(resolve));
  void started.then(() => (started = null));
  return { on, emit: (value) => (started === null ? emit(value) : started.then(() => emit(value))) };
}
