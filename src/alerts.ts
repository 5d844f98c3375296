/** Composes what acts on levels: the events and the actions of an agent. */
import type { EventChange } from './core/event.ts';
import type { Clock } from './core/host.ts';
import type { Limits } from './core/limits.ts';
import type { Plugin } from './core/plugin.ts';
import { createEvents, type EventEngine, type Ranking } from './events/engine.ts';
import { loggedPlugins, watchLevels } from './events/watch.ts';
import type { Sampler } from './sampler/sampler.ts';
import { eventsSource } from './sources/events.ts';
import { processes } from './sources/processes/processes.ts';
import { sorted } from './sources/processes/sort.ts';
import type { Store } from './store/store.ts';

const LIST = 'alert';
const PROCESSES = 'processlist';

export interface AlertsSetup {
  plugins: readonly Plugin[];
  limits: ReadonlyMap<string, Limits>;
  store: Store;
  sampler: Sampler;
  clock: Clock;
  onEvent?: ((change: EventChange) => void) | undefined;
}

/** Returns null when the alert plugin is off: there are no events then. */
export function composeAlerts(setup: AlertsSetup): EventEngine | null {
  const { plugins, limits, store, sampler } = setup;
  const isOn = (name: string): boolean => plugins.some((plugin) => plugin.name === name);
  if (!isOn(LIST)) return null;
  const events = eventsOf(setup, isOn(PROCESSES) ? rankingOf(sampler) : null);
  const logged = loggedPlugins(plugins, limits);
  const observer = { concerns: (plugin: string) => logged.has(plugin), take: events.take };
  const { watched } = watchLevels({ plugins, limits, store, observers: [observer] });
  sampler.hold(watched);
  store.subscribe(({ plugin }) => {
    if (plugin === PROCESSES) events.takeProcesses();
  });
  return events;
}

function eventsOf({ store, sampler, clock, onEvent }: AlertsSetup, ranking: Ranking | null): EventEngine {
  const list = sampler.instance(eventsSource);
  return createEvents({
    clock,
    options: list.options,
    ranking,
    publish(events) {
      list.publish(events);
      store.commit(LIST, events, clock.now());
    },
    onChange: onEvent ?? (() => {}),
  });
}

function rankingOf(sampler: Sampler): Ranking {
  const engine = sampler.instance(processes);
  return {
    first(key, count) {
      const scan = engine.latest();
      if (scan === null) return [];
      const ranked = scan.sortKey === key ? scan.sorted : sorted(scan.entries, key);
      return ranked.slice(0, count).map(({ name }) => name);
    },
    sortBy: engine.sortBy,
    hold: () => sampler.hold([PROCESSES]),
  };
}
