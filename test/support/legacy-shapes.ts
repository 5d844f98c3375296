/** Values as older versions of the API show them. */
import type { PluginValue } from '../../src/core/served.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import { legacyPlugins, type Version } from '../../src/api/legacy/dialect.ts';
import { shaped } from '../../src/api/legacy/shape.ts';

export const plugin = (name: string): Plugin => ({
  name,
  description: '',
  shape: 'list',
  key: null,
  fields: {},
  create: () => ({ read: () => [] }),
});

/** The form of a value of version 4 in an older version. @param name in the older version */
export function show(
  version: Version,
  [name, current]: [name: string, current: string],
  value: PluginValue,
  others: Record<string, PluginValue> = {},
): unknown {
  const entry = legacyPlugins(version, [plugin(current)]).find((one) => one.name === name);
  return entry && shaped(entry.shape, value, (other) => others[other]);
}

export const CONTAINER = {
  name: 'p',
  id: 'abc',
  status: 'running',
  created: '2026-01-02T03:04:05.678Z',
  command: '/p --x',
  image: ['r:t'],
  ports: '',
  uptime: '1 weeks',
  engine: 'docker',
  cpu_percent: 3,
  cpu_limit: 2,
  memory_usage: 1,
  memory_limit: 2,
  io_rx: 5,
  io_wx: 6,
  network_rx: null,
  network_tx: null,
  cpu: { total: 3, limit: 2 },
  memory: { usage: 1, limit: 2, inactive_file: 0 },
  io: { cumulative_ior: 1, cumulative_iow: 2, time_since_update: 2, ior: 10, iow: 12 },
  network: {},
  key: 'name',
};

export const DESCRIBED = {
  key: 'name',
  name: 'p',
  Id: 'abc',
  Status: 'running',
  Created: '2026-01-02T03:04:05.678Z',
  Command: ['/p', '--x'],
  Image: ['r:t'],
  Uptime: '1 weeks',
  cpu: { total: 3 },
  memory: { usage: 1, limit: 2, inactive_file: 0 },
  io: CONTAINER.io,
  network: {},
};
