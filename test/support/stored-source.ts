/** A machine for the screen of which some plugins have stored values. */
import { boardOf } from './alert-board.ts';
import { createLevels } from '../../src/measure/levels/levels.ts';
import { limitsOf } from '../../src/measure/levels/limits.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import { createStore, type Store } from '../../src/core/store/store.ts';
import { createLocalSubject } from '../../src/show/terminal/data-source/local.ts';
import type { DataSource } from '../../src/show/terminal/data-source/data-source.ts';
import { createFakeClock } from './fake-clock.ts';

export interface StoredSource {
  source: DataSource;
  /** Names of the plugins that the screen keeps awake, once for each time it asked. */
  held: readonly (readonly string[])[];
}

export function storedSource(plugins: readonly Plugin[], fill: (store: Store) => void): StoredSource {
  const store = createStore(plugins, 10);
  const limits = new Map(
    plugins.map((plugin) => [plugin.name, limitsOf(plugin, { section: {}, historySize: 10, cores: 1 })]),
  );
  fill(store);
  const held: (readonly string[])[] = [];
  const sampler = {
    start: async () => {},
    stop() {},
    keepActive(names: readonly string[]) {
      held.push(names);
      return () => {};
    },
    suspend: () => () => {},
    states: () => [],
  };
  const agent = { plugins, store, sampler, levels: createLevels(plugins, limits), events: null };
  const source = createLocalSubject({
    agent,
    alerts: boardOf(agent).list,
    clock: createFakeClock(2),
    refresh: 2,
    control: null,
  });
  return { source, held };
}
