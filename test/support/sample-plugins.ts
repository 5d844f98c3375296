/** Plugins like the real ones, for tests of code derived from declarations. */
import { gauge, text } from '../../src/core/fields.ts';
import { nameFilterOptions } from '../../src/core/name-filter.ts';
import { choiceOption, flagOption, integerOption, listOption, textOption } from '../../src/core/options.ts';
import { definePlugin, type Plugin } from '../../src/core/plugin.ts';

const cpu = definePlugin({
  name: 'cpu',
  shape: 'object',
  description: 'Processor time.',
  fields: {
    total: gauge('percent', 'Share of time not idle.', {
      level: { header: 'total', limits: [65, 75, 85], log: true },
    }),
    user: gauge('percent', 'Share of time in user space.', {
      level: { header: 'user', limits: [50, 70, 90] },
    }),
    ctx_switches: gauge('number', 'Context switches.', {
      level: { header: 'ctx_switches', limits: (cores) => [1 * cores, 2 * cores, 3 * cores] },
    }),
  },
  create: () => ({ read: () => ({ total: 1, user: 1, ctx_switches: 1 }) }),
});

const percpu = definePlugin({
  name: 'percpu',
  shape: 'list',
  key: 'cpu_number',
  description: 'Each core.',
  options: { max_cpu_display: integerOption(4, 'Cores shown.', [1, 1024]) },
  fields: {
    cpu_number: text('Number of the core.'),
    user: gauge('percent', 'Share of time in user space.', {
      level: { header: 'user', limits: [50, 70, 90] },
    }),
  },
  create: () => ({ read: () => [] }),
});

const mem = definePlugin({
  name: 'mem',
  shape: 'object',
  description: 'Memory.',
  fields: { percent: gauge('percent', 'Share in use.', { level: { header: '', limits: [50, 70, 90] } }) },
  create: () => ({ read: () => null }),
});

const network = definePlugin({
  name: 'network',
  shape: 'list',
  key: 'interface_name',
  description: 'Network interfaces.',
  options: {
    ...nameFilterOptions(['docker.*', 'lo']),
    hide_no_up: flagOption(true, 'Leave out those that are down.'),
  },
  fields: {
    interface_name: text('Name.'),
    rx: gauge('percent', 'Load of the link.', { level: { header: 'rx', limits: [70, 80, 90] } }),
    tx: gauge('percent', 'Load of the link.', { level: { header: 'tx' } }),
  },
  create: () => ({ read: () => [] }),
});

const fs = definePlugin({
  name: 'fs',
  shape: 'list',
  key: 'mnt_point',
  refresh: 60,
  description: 'File systems.',
  options: nameFilterOptions(['/boot.*', '.*/snap.*']),
  fields: {
    mnt_point: text('Where it is mounted.'),
    percent: gauge('percent', 'Share in use.', { level: { header: '', limits: [50, 70, 90] } }),
  },
  create: () => ({ read: () => [] }),
});

const processlist = definePlugin({
  name: 'processlist',
  shape: 'list',
  key: 'name',
  description: 'Processes.',
  options: {
    sort_key: choiceOption(['auto', 'name'], undefined, 'Order.'),
    status_ok: listOption(['R', 'W'], 'States that are fine.'),
  },
  fields: { name: text('Name.') },
  create: () => ({ read: () => [] }),
});

const now = definePlugin({
  name: 'now',
  shape: 'object',
  description: 'Date and time.',
  options: { strftime_format: textOption('', 'Form of the date.') },
  fields: { custom: text('Date.') },
  create: () => ({ read: () => null }),
});

const scalar = (name: string): Plugin =>
  definePlugin({
    name,
    shape: 'scalar',
    description: `The ${name}.`,
    value: text('Text.'),
    create: () => ({ read: () => null }),
  });

export const samplePlugins: readonly Plugin[] = [
  cpu,
  fs,
  scalar('libversion'),
  mem,
  network,
  now,
  percpu,
  scalar('processcount'),
  processlist,
  scalar('programlist'),
];
