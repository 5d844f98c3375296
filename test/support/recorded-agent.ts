/** An agent on a recorded machine: all plugins, default settings, a clock that the test advances. */
import type { Tree } from '../../scripts/support/tree.ts';
import { type Agent, createAgent } from '../../src/run/parts/agent.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import type { Settings } from '../../src/core/settings.ts';
import { ALERT_OPTIONS } from '../../src/alerts/failure-rules/index.ts';
import { valuesOf } from '../../src/run/config/values.ts';
import { processes } from '../../src/measure/sources/processes/processes.ts';
import type { Host } from '../../src/core/host.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { createFakeClock } from './fake-clock.ts';
import { createRecordedHost, type RecordedHost } from './fake-host.ts';
import { hostSteps } from './recorded-hosts.ts';
import { optionsFrom } from './step-plugin.ts';

/** Settings as with no configuration file, or with these sections. */
export function testSettings(
  registry: readonly Plugin[],
  sections: Readonly<Record<string, Record<string, string>>> = {},
): Settings {
  const byName = new Map(registry.map((plugin) => [plugin.name, plugin]));
  const section = (name: string): Record<string, string> => sections[name] ?? {};
  return {
    historySize: 1200,
    enabled: new Set(byName.keys()),
    section,
    optionsOf(name) {
      const plugin = byName.get(name);
      return plugin ? optionsFrom(plugin, section(name), sections) : {};
    },
    refreshOf: ({ name, refresh = 2 }) => Number(section(name)['refresh'] ?? refresh),
    idleRefreshOf: ({ name, refresh = 2, idleRefresh = refresh }) =>
      Number(section(name)['refresh'] ?? idleRefresh),
  };
}

/** As many as the recorded /proc/stat lists: thresholds per core depend on it. */
function coresOf(tree: Tree): number {
  const stat = tree.get('proc/stat');
  return Math.max(1, typeof stat === 'string' ? (stat.match(/^cpu\d+ /gm)?.length ?? 0) : 0);
}

export interface RecordedAgent {
  agent: Agent;
  host: RecordedHost;
}

const STEP_MS = 2000;

function startTime(tree: Tree): number {
  const time = tree.get('time.json');
  return typeof time === 'string' ? (JSON.parse(time) as { now: number }).now : Date.UTC(2026, 0, 1);
}

/**
 * Starts an agent on the first step of a recorded machine and takes it through all its steps, two seconds each.
 * @param sections of the configuration, by name
 * @param registry all plugins there are, sorted by name
 * @param seenThrough makes the host of the agent from the recorded one
 */
export async function playHost(
  name: string,
  sections: Parameters<typeof testSettings>[1] = {},
  registry: readonly Plugin[] = plugins,
  seenThrough: (host: RecordedHost) => Host = (host) => host,
): Promise<RecordedAgent> {
  const [, ...later] = hostSteps(name);
  const { agent, host } = await startOnHost(name, sections, registry, seenThrough);
  for (const tree of later) {
    host.useTree(tree);
    agent.sampler.touch(agent.plugins.map((plugin) => plugin.name));
    await host.clock.advance(STEP_MS);
    // A scan that yields in slices needs more turns of the event loop than the clock gives.
    while (agent.plugins.some((plugin) => isBehind(agent, plugin, host))) await new Promise(setImmediate);
  }
  agent.sampler.stop();
  return { agent, host };
}

/** Starts an agent on the first step of a recorded machine, like {@link playHost}. */
export async function startOnHost(
  name: string,
  sections: Parameters<typeof testSettings>[1],
  registry: readonly Plugin[],
  seenThrough: (host: RecordedHost) => Host,
): Promise<RecordedAgent> {
  const [first = new Map()] = hostSteps(name);
  const host = createRecordedHost(first, { clock: createFakeClock(startTime(first)) });
  const agent = createAgent({
    kinds: valuesOf(ALERT_OPTIONS, undefined),
    host: seenThrough(host),
    registry,
    settings: testSettings(registry, sections),
    cores: coresOf(first),
  });
  agent.sampler.touch(agent.plugins.map((plugin) => plugin.name));
  const starting = agent.sampler.start();
  await host.clock.advance(500);
  await starting;
  // As if a page were open.
  agent.sampler.instance(processes).askOrigins();
  return { agent, host };
}

/** True while a plugin that is read at every step is pending at this one. */
function isBehind(agent: Agent, plugin: Plugin, host: RecordedHost): boolean {
  const { state, last_sample: time } = agent.sampler.states().find(({ name }) => name === plugin.name) ?? {};
  return state === 'ok' && plugin.refresh === undefined && (time ?? 0) < host.clock.now() - STEP_MS;
}
