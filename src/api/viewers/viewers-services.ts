/** The services of routes, as viewers get their answers from them: none of these holds arguments of processes. */
import { optional, type Need, type Services, give, servicesOf } from '../../core/parts/service.ts';
import type { Plugin } from '../../core/plugin.ts';
import { Turns } from '../../core/turns.ts';
import { argumentCutOf, argumentFieldsOf } from '../../core/without-arguments.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { ServedRun, ServedTurns } from '../../http/route/services.ts';
import type { Served } from '../../core/served.ts';
import { Processes } from '../processes/processes.ts';
import { type Bodies, createBodies, ServedBodies } from '../bodies/bodies.ts';
import { createProcessDifferences, PROCESS_LIST, ServedDifferences } from '../bodies/process-differences.ts';
import { viewersStore } from './viewers-store.ts';

export interface ViewersServices {
  readonly services: Services;
  stop(): void;
}

/** Made with the first request of a viewer: hosts without viewers pay nothing. */
export function servicesForViewers(whole: Services): ViewersServices {
  let made: { values: ReadonlyMap<symbol, unknown>; stop(): void } | null = null;
  const keys = new Set(
    [AgentParts, ServedBodies, ServedDifferences, ServedRun, ServedTurns, Processes].map(({ key }) => key),
  );
  const servicesFor = (need: Need<unknown>): Services =>
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
  // What routes share, they share by it.
  const turns = new Turns();
  const processes = whole.get(optional(Processes));
  // Another name: nobody continues with what was made for the others.
  const run = `${served.run}v`;
  const cut = viewersBodies(whole.get(AgentParts), { whole: whole.get(ServedBodies), turns, run });
  const { agent, bodies } = cut;
  const { store } = agent;
  const differences = createProcessDifferences({
    store,
    askOrigins: processes?.askOrigins ?? (() => () => null),
    turns,
    run,
  });
  const values = new Map([
    give(AgentParts, agent),
    give(ServedRun, { ...served, run }),
    give(ServedTurns, turns),
    give(ServedBodies, bodies),
    give(ServedDifferences, differences),
    ...(processes === null ? [] : [give(Processes, processesForViewers(processes, agent.plugins))]),
  ]);
  return {
    values,
    stop() {
      bodies.stop();
      differences.stop();
    },
  };
}

/** The agent and its bodies; those of plugins without arguments are the same as for others. */
export function viewersBodies(
  agent: AgentParts,
  { whole, turns, run }: { whole: Bodies; turns: Turns; run: string },
): { agent: AgentParts; bodies: Bodies } {
  const store = viewersStore(agent.plugins, agent.store);
  const shared = { bodies: whole, has: (plugin: Plugin) => argumentFieldsOf(plugin).length === 0 };
  return {
    agent: { ...agent, store },
    bodies: createBodies({ ...agent, store, turns, run, shared }),
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
