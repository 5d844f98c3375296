/** An agent whose snapshots tests set by hand: small plugins of every shape, no sampling. */
import { inOneGo } from './in-one-go.ts';
import { counter, type Field, flag, gauge, text } from '../../src/core/fields.ts';
import type { Limits, PluginValue, Served } from '../../src/core/served.ts';
import { createLevels, type ReplaceableLevels } from '../../src/measure/levels/levels.ts';
import { limitsOf } from '../../src/measure/levels/limits.ts';
import { definePlugin, type Plugin } from '../../src/core/plugin.ts';
import { createShaper } from '../../src/core/shaper.ts';
import type { PluginState } from '../../src/measure/sampler/sampler.ts';
import { createStore, type Store } from '../../src/core/store/store.ts';
import type { AgentParts } from '../../src/http/route/agent-parts.ts';

const create = () => ({
  read: (): never => {
    throw new Error('snapshots are set by the test');
  },
});

const cpu = definePlugin({
  name: 'cpu',
  shape: 'object',
  description: 'Processor.',
  fields: {
    total: gauge('percent', 'Share of time not idle.', {
      extremes: true,
      level: { header: 'total', limits: [65, 75, 85], log: true },
    }),
    user: gauge('percent', 'Share of time in user space.', {
      level: { header: 'user', limits: [50, 70, 90] },
    }),
    ctx_switches: counter('number', 'Context switches.', { optional: true }),
  },
  create,
});

const fs = definePlugin({
  name: 'fs',
  shape: 'list',
  key: 'mnt_point',
  description: 'File systems.',
  fields: {
    mnt_point: text('Where it is mounted.'),
    percent: gauge('percent', 'Share used.', { level: { header: '', limits: [50, 70, 90] } }),
    read_only: flag('bool', 'Cannot be written to.', { sparse: true }),
  },
  create,
});

const percpu = definePlugin({
  name: 'percpu',
  shape: 'list',
  key: 'cpu_number',
  description: 'Every logical core.',
  fields: {
    cpu_number: gauge('number', 'Index of the core.', { history: false }),
    total: gauge('percent', 'Share of time not idle.'),
  },
  create,
});

const alert = definePlugin({
  name: 'alert',
  shape: 'list',
  key: null,
  description: 'Events.',
  fields: { state: text('Level.'), top: text('Busiest process.') },
  create,
});

const scalar = (name: string, value: Field<string | null>): Plugin =>
  definePlugin({ name, shape: 'scalar', description: `The ${name}.`, value, create });

/** Disabled in the agent. */
export const wifi = definePlugin({
  name: 'wifi',
  shape: 'list',
  key: 'ssid',
  description: 'Radio networks.',
  fields: { ssid: text('Name.') },
  create,
});

export const PLUGINS: readonly Plugin[] = [
  alert,
  cpu,
  fs,
  scalar('help', text('Nothing.', { nullWhen: 'it is reserved' })),
  scalar('libversion', text('Version.')),
  percpu,
  scalar('uptime', text('Time since boot.')),
];

export interface FakeAgent extends AgentParts {
  store: Store;
  levels: ReplaceableLevels;
  /** Makes a reading the latest snapshot, through the shaper, with history. */
  sample(plugin: string, reading: PluginValue): void;
  /** Plugins that requests asked for, in order. */
  wanted: string[];
  /** Plugins that are kept active, once for each call. */
  held: string[];
  /** The result of the next `want`. */
  waking: Promise<void> | null;
  /** Plugins whose first read has not ended. */
  unread: Set<string>;
}

export interface FakeAgentSetup {
  plugins?: readonly Plugin[];
  sections?: Record<string, Record<string, string>>;
  historySize?: number;
}

/** Milliseconds since the epoch of the first sample; each one is a second later. */
const START = Date.UTC(2026, 10, 21, 0, 52, 9) + 595.79;

export function createFakeAgent(setup: FakeAgentSetup = {}): FakeAgent {
  const { plugins = PLUGINS, sections = {}, historySize = 1200 } = setup;
  const store = createStore(plugins, historySize);
  const shapers = new Map(plugins.map((plugin) => [plugin.name, createShaper(plugin, 100)]));
  const limits = new Map<string, Limits>(
    plugins.map((plugin) => [
      plugin.name,
      limitsOf(plugin, { section: sections[plugin.name] ?? {}, historySize, cores: 2 }),
    ]),
  );
  const agent: FakeAgent = {
    plugins,
    store,
    levels: createLevels(plugins, limits),
    events: null,
    pools: () => [],
    checks: { all: () => [], availability: { shares: () => ({ day: null, week: null, month: null }) } },
    wanted: [],
    held: [],
    waking: null,
    unread: new Set(),
    sample(name, reading) {
      const time = START + store.latest(name).sequence * 1000;
      const history = store.history(name);
      history.begin(time);
      const steps = shapers.get(name)?.shape(reading, 1, (series, value) => history.take(series, value));
      store.commit(name, steps ? inOneGo(steps) : null, time);
    },
    sampler: {
      touch(names) {
        agent.wanted.push(...names);
        return agent.waking;
      },
      keepActive(names) {
        agent.held.push(...names);
        return () => {
          for (const name of names) agent.held.splice(agent.held.indexOf(name), 1);
        };
      },
      refreshIdle: () => {},
      isUnread: (name) => agent.unread.has(name),
      states: () => plugins.map(({ name }) => stateOf(name, store)),
    },
  };
  return agent;
}

const stateOf = (name: string, store: Store): PluginState => ({
  name,
  state: 'ok',
  reason: null,
  refresh: 2,
  duration_ms: 0.5,
  last_sample: store.latest(name).time,
});

/** Readings of every plugin, once. */
export function sampleAll(agent: FakeAgent): void {
  agent.sample('cpu', { total: 80, user: 10, ctx_switches: 1000 });
  agent.sample('fs', [
    { mnt_point: '/', percent: 55.5 },
    { mnt_point: '/mnt/data', percent: 95 },
  ] satisfies Served[]);
  agent.sample('percpu', [
    { cpu_number: 0, total: 0 },
    { cpu_number: 1, total: 12.5 },
  ]);
  agent.sample('libversion', '4.0.0');
  agent.sample('uptime', '1 day, 2:03:04');
}
