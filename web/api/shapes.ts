/**
 * Shapes of plugin values. The page of a hub shows what other servers send: a list that is none is shown as empty, so that it breaks
 * no section.
 */
import type { PluginName, Snapshots } from './types.ts';

type Shape<T> = T extends readonly unknown[] ? 'list' : T extends string | null ? 'text' : 'object';

const SHAPES: { readonly [P in PluginName]: Shape<NonNullable<Snapshots[P]>> } = {
  alert: 'list',
  amps: 'list',
  checks: 'list',
  cloud: 'object',
  connections: 'object',
  containers: 'list',
  containerstates: 'list',
  cpu: 'object',
  diskio: 'list',
  folders: 'list',
  fs: 'list',
  gpu: 'list',
  ip: 'object',
  irq: 'list',
  load: 'object',
  mem: 'object',
  memswap: 'object',
  mpp: 'list',
  network: 'list',
  now: 'object',
  npu: 'list',
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
  uptime: 'text',
  version: 'text',
  vms: 'list',
  wifi: 'list',
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const has = (plugin: string): plugin is PluginName => Object.hasOwn(SHAPES, plugin);

/** The value in the shape of its plugin: items that are no objects are dropped. Null stays: there is no value. */
export function shaped(plugin: string, value: unknown): unknown {
  if (value === null || !has(plugin)) return value;
  switch (SHAPES[plugin]) {
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
