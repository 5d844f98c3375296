/** Services of routes for viewers: none of these holds arguments of processes. */
import { optional, type Need, type Services, give, servicesOf } from '../../core/parts/service.ts';
import type { Plugin } from '../../core/plugin.ts';
import { argumentCutOf, argumentFieldsOf } from '../../core/without-arguments.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { ServedRun } from '../../http/route/services.ts';
import type { Served, PluginValue, ValueOfPlugin } from '../../core/served.ts';
import { Processes } from '../processes/processes.ts';
import { type JsonCache, createJsonCache, ServedJsonCache } from '../json-cache/json-cache.ts';
import {
  createProcessDifferences,
  PROCESS_LIST,
  ServedDifferences,
} from '../json-cache/process-differences.ts';
import type { Snapshot, Store } from '../../core/store/store.ts';

interface ViewersServices {
  readonly services: Services;
  stop(): void;
}

/** Made with the first request of a viewer: hosts without viewers pay nothing. */
export function servicesForViewers(whole: Services): ViewersServices {
  let made: { values: ReadonlyMap<symbol, unknown>; stop(): void } | null = null;
  const keys = new Set(
    [AgentParts, ServedJsonCache, ServedDifferences, ServedRun, Processes].map(({ key }) => key),
  );
  const servicesFor = (need: Need): Services =>
    keys.has(need.key) ? servicesOf((made ??= make(whole)).values, whole) : whole;
  return {
    services: {
      get: (need) => servicesFor(need).get(need),
      // Nothing is there for viewers that is not there for others.
      lackOf: (need) => whole.lackOf(need),
    },
    stop: () => made?.stop(),
  };
}

function make(whole: Services) {
  const served = whole.get(ServedRun);
  // Services of these names are shared with the other routes.
  const processes = whole.get(optional(Processes));
  // Another name: nobody continues with what was made for the others.
  const run = `${served.run}v`;
  const cut = viewersBodies(whole.get(AgentParts), { whole: whole.get(ServedJsonCache), run });
  const { agent, jsonCache } = cut;
  const { store } = agent;
  const differences = createProcessDifferences({
    store,
    askOrigins: processes?.askOrigins ?? (() => () => null),
    run,
  });
  const values = new Map([
    give(AgentParts, agent),
    give(ServedRun, { ...served, run }),
    give(ServedJsonCache, jsonCache),
    give(ServedDifferences, differences),
    ...(processes === null ? [] : [give(Processes, processesForViewers(processes, agent.plugins))]),
  ]);
  return {
    values,
    stop() {
      jsonCache.stop();
      differences.stop();
    },
  };
}

/** Returns the agent and its JSON cache for viewers; bodies of plugins without arguments are the same as for others. */
export function viewersBodies(
  agent: AgentParts,
  { whole, run }: { whole: JsonCache; run: string },
): { agent: AgentParts; jsonCache: JsonCache } {
  const store = viewersStore(agent.plugins, agent.store);
  const shared = { jsonCache: whole, has: (plugin: Plugin) => argumentFieldsOf(plugin).length === 0 };
  return {
    agent: { ...agent, store },
    jsonCache: createJsonCache({ ...agent, store, run, shared }),
  };
}

function processesForViewers(processes: Processes, plugins: readonly Plugin[]): Processes {
  const list = plugins.find(({ name }) => name === PROCESS_LIST);
  const cut = list === undefined ? null : argumentCutOf(list);
  const without = (entry: Served | null): Served | null =>
    entry === null || cut === null ? null : ((cut([entry]) as Served[])[0] ?? null);
  return {
    ...processes,
    process: async (pid) => without(await processes.process(pid)),
    current: () => without(processes.current()),
  };
}

/** A view of a store; nothing is copied for plugins without arguments. */
function viewersStore(plugins: readonly Plugin[], store: Store): Store {
  const cuts = new Map(plugins.map((plugin) => [plugin.name, argumentCutOf(plugin)]));
  const latest = new Map<string, { from: Snapshot; cut: Snapshot }>();
  const cutOf = (from: Snapshot): Snapshot => {
    const cut = cuts.get(from.plugin) ?? null;
    if (cut === null) return from;
    const known = latest.get(from.plugin);
    if (known?.from === from) return known.cut;
    const made = { ...from, value: cut(from.value) };
    latest.set(from.plugin, { from, cut: made });
    return made;
  };
  return {
    history: store.history,
    commit: (plugin: string, value: PluginValue, time: number) => store.commit(plugin, value, time),
    latest: <P extends string>(plugin: P) =>
      cutOf(store.latest(plugin) as Snapshot) as Snapshot<ValueOfPlugin<P>>,
    subscribe: (listener) => store.subscribe((snapshot) => listener(cutOf(snapshot))),
  };
}
