/**
 * Shapes of plugin values. The page of a hub shows what other servers send: a list that is none is shown as empty, so that it breaks
 * no section.
 */
import { isObject } from '../../src/core/members.ts';
import type { PluginValue } from '../../src/core/served.ts';
import type { PluginName, Snapshots } from './types.ts';

type Shape<T> = T extends readonly unknown[] ? 'list' : T extends string | null ? 'text' : 'object';

const SHAPES: { readonly [P in PluginName]: Shape<NonNullable<Snapshots[P]>> } = {
  alert: 'list',
  amps: 'list',
  care: 'object',
  cgroups: 'list',
  checks: 'list',
  cloud: 'object',
  connections: 'object',
  containers: 'list',
  containerstates: 'list',
  core: 'object',
  cpu: 'object',
  diskio: 'list',
  diskload: 'list',
  folders: 'list',
  fs: 'list',
  gpu: 'list',
  help: 'text',
  inodes: 'list',
  ip: 'object',
  irq: 'list',
  libversion: 'text',
  load: 'object',
  mem: 'object',
  memswap: 'object',
  mpp: 'list',
  network: 'list',
  now: 'object',
  npu: 'list',
  packets: 'list',
  paging: 'object',
  percpu: 'list',
  ports: 'list',
  pressure: 'list',
  processcount: 'object',
  processlist: 'list',
  programlist: 'list',
  quicklook: 'object',
  raid: 'object',
  sensors: 'list',
  smart: 'list',
  system: 'object',
  units: 'list',
  tcp: 'object',
  uptime: 'text',
  version: 'text',
  vms: 'list',
  wifi: 'list',
};

const has = (plugin: string): plugin is PluginName => Object.hasOwn(SHAPES, plugin);

const ownShape = (value: unknown) =>
  Array.isArray(value) ? 'list' : typeof value === 'string' ? 'text' : 'object';

/**
 * Returns the value in the shape of its plugin, or as it is for a plugin of a newer server: items that are no objects are
 * dropped. Null stays: there is no value.
 */
export function shaped(plugin: string, value: unknown): PluginValue {
  if (value === null) return value;
  switch (has(plugin) ? SHAPES[plugin] : ownShape(value)) {
    case 'list':
      if (!Array.isArray(value)) return [];
      // Lists without a fault stay the same object.
      return value.every(isObject) ? value : value.filter(isObject);
    case 'text':
      return typeof value === 'string' ? value : null;
    default:
      return isObject(value) ? value : {};
  }
}
