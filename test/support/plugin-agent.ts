/** An agent with one plugin (and its alerts) on a fake clock: its values, notices and actions as time passes. */
import { type Agent, createAgent } from '../../src/run/parts/agent.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import type { Served } from '../../src/core/served.ts';
import alert from '../../src/measure/plugins/alert/alert.ts';
import { createRecordedHost, type RecordedHost, type RecordedHostOverrides } from './fake-host.ts';
import { testSettings } from './recorded-agent.ts';
import { memoryTree } from './memory-tree.ts';

export interface PluginAgent {
  agent: Agent;
  host: RecordedHost;
  /** Items as served now. */
  items(): Served[];
  /** The plugin's reason: what it lacks, or why it is empty. */
  reason(): string | null;
  /** Commands that actions ran since the last call. */
  ran(): string[];
  /** Lets seconds pass. */
  pass(seconds: number): Promise<void>;
}

export interface PluginAgentSetup {
  plugin: Plugin;
  /** Further plugins. */
  others?: readonly Plugin[];
  sections: Readonly<Record<string, Record<string, string>>>;
  files?: Record<string, string | Uint8Array>;
  host?: RecordedHostOverrides;
  /** Outcome of programs that are not actions. */
  run?: RecordedHost['run'];
}

/** The program of actions in configurations. */
export const ACTION = 'act';

/** Starts it and waits for its first reads. */
export async function pluginAgent(setup: PluginAgentSetup): Promise<PluginAgent> {
  const { plugin, others = [], sections, files = {}, run } = setup;
  let commands: string[] = [];
  const host = createRecordedHost(memoryTree(files), {
    ...setup.host,
    run: (argv, limits) => {
      if (argv[0] !== ACTION && run) return run(argv, limits);
      commands.push(argv.slice(1).join(' '));
      return Promise.resolve({ code: 0, stdout: '', stderr: '', failure: null });
    },
  });
  const registry = [alert, plugin, ...others].sort((a, b) => (a.name < b.name ? -1 : 1));
  const settings = testSettings(registry, sections);
  const agent = createAgent({ host, registry, settings, cores: 1, runActions: true });
  const starting = agent.sampler.start();
  await host.clock.advance(500);
  await starting;
  return {
    agent,
    host,
    items: () => agent.store.latest(plugin.name).value as Served[],
    reason: () => agent.sampler.states().find(({ name }) => name === plugin.name)?.reason ?? null,
    ran() {
      const all = commands;
      commands = [];
      return all;
    },
    pass: (seconds) => host.clock.advance(seconds * 1000),
  };
}
