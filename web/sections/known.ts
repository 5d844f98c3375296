/** Plugins with their own presentation, or none. Others are shown by their declaration. */
import type { PluginName } from '../api/types.ts';

/** Only the terminal has rows for pressure. */
type Known = Exclude<PluginName, 'pressure'> | 'core' | 'help' | 'libversion' | 'psutilversion';

const KNOWN: Readonly<Record<Known, true>> = {
  alert: true,
  amps: true,
  checks: true,
  cloud: true,
  connections: true,
  containers: true,
  containerstates: true,
  core: true,
  cpu: true,
  diskio: true,
  folders: true,
  fs: true,
  gpu: true,
  help: true,
  ip: true,
  irq: true,
  libversion: true,
  load: true,
  mem: true,
  memswap: true,
  mpp: true,
  network: true,
  now: true,
  npu: true,
  percpu: true,
  ports: true,
  processcount: true,
  processlist: true,
  programlist: true,
  psutilversion: true,
  quicklook: true,
  raid: true,
  sensors: true,
  smart: true,
  system: true,
  units: true,
  uptime: true,
  version: true,
  vms: true,
  wifi: true,
};

export const isKnown = (plugin: string): plugin is keyof typeof KNOWN => Object.hasOwn(KNOWN, plugin);
