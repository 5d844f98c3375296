/** Missing sections, each with its reason. */
import type { PluginReport } from '../api/types.ts';
import { titleOf } from '../../src/display/series-names.ts';
import { isKnown } from './known.ts';

export interface Missing {
  /** Name of the plugin or section. */
  name: string;
  title: string;
  /** A sentence that says what to do. */
  reason: string;
  /** The reader switched it off. */
  isHidden: boolean;
}

/** Names of plugins as people say them. */
export const TITLES: Readonly<Record<string, string>> = {
  alert: 'Alerts',
  amps: 'Applications',
  cloud: 'Cloud',
  connections: 'TCP connections',
  containers: 'Containers',
  cpu: 'CPU',
  diskio: 'Disks',
  folders: 'Folders',
  fs: 'File systems',
  gpu: 'GPU',
  ip: 'Addresses',
  irq: 'Interrupts',
  load: 'Load',
  mem: 'Memory',
  memswap: 'Swap',
  mpp: 'Video engines',
  network: 'Network',
  npu: 'NPU',
  percpu: 'Cores',
  ports: 'Reachable hosts',
  processcount: 'Number of processes',
  processlist: 'Processes',
  programlist: 'Programs',
  quicklook: 'Map of the cores',
  raid: 'RAID',
  rail: 'Left column',
  sensors: 'Sensors',
  smart: 'Disk health',
  system: 'System',
  uptime: 'Uptime',
  vms: 'Virtual machines',
  wifi: 'Wi-Fi',
};

const isSilent = ({ state, reason }: PluginReport): boolean =>
  (state === 'ok' || state === 'paused') && reason === null;

export function missingOf(reports: readonly PluginReport[], hidden: readonly string[]): Missing[] {
  const off = hidden
    .filter((name) => TITLES[name] !== undefined)
    .map((name) => ({ name, title: TITLES[name] ?? name, reason: '', isHidden: true }));
  const lacking = reports
    .filter(({ name }) => TITLES[name] !== undefined || !isKnown(name))
    .filter((report) => !hidden.includes(report.name) && !isSilent(report))
    .map(({ name, reason, state }) => ({
      name,
      title: TITLES[name] ?? titleOf(name),
      reason: sentence(reason ?? state),
      isHidden: false,
    }));
  return [...off, ...lacking];
}

/** Reasons begin in lower case, for they follow a name elsewhere; those that begin with a name, such as `md1:`, keep it. */
function sentence(text: string): string {
  const first = /^[a-z]+[ ,]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
