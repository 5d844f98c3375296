import type { Clock, Host } from '../../src/core/host.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import {
  createSampler,
  type PluginState,
  type Sampler,
  type SamplerSetup,
} from '../../src/measure/sampler/sampler.ts';
import { createStore, type Store } from '../../src/core/store/store.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';

/** A promise settled from outside. */
export interface Deferred<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

export function defer<T>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Whether the promise has settled. */
export async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise(setImmediate);
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

/** A host with nothing but a clock. */
export const hostWith = (clock: Clock): Host => ({ clock }) as unknown as Host;

export interface Sampling {
  clock: FakeClock;
  store: Store;
  sampler: Sampler;
  /** Starts and waits until it has started. */
  started(): Promise<void>;
  stateOf(plugin: string): PluginState | undefined;
}

/** A sampler on a fake clock. Plugins are read every 2 s unless they declare their `refresh`. */
export function sampling(
  plugins: readonly Plugin[],
  extra: Partial<SamplerSetup> & { clock?: FakeClock } = {},
): Sampling {
  const clock = extra.clock ?? createFakeClock();
  const store = createStore(plugins, 100);
  const sampler = createSampler({
    plugins,
    host: hostWith(clock),
    store,
    optionsOf: () => ({}),
    refreshOf: (plugin) => plugin.refresh ?? 2,
    idleRefreshOf: (plugin) => plugin.idleRefresh ?? plugin.refresh ?? 2,
    meanSamples: 100,
    ...extra,
  });
  return {
    clock,
    store,
    sampler,
    async started() {
      const start = sampler.start();
      await clock.advance(100);
      await start;
    },
    stateOf: (name) => sampler.states().find((state) => state.name === name),
  };
}
