/** Names of series in words: `Network eth0 received` for `network/eth0_bytes_recv_rate_per_sec`. */
import { printable } from './printable.ts';
import type { Label } from '../../core/said.ts';
import { spokenWord } from './said-words.ts';
import type { Series } from './series.ts';
import { localName, type Phrase } from './language.ts';

/** Singular titles, for one item. */
const TITLES: Readonly<Record<string, Phrase>> = {
  amps: 'Application',
  connections: 'Connections',
  containers: 'Container',
  cpu: 'CPU',
  diskio: 'Disk',
  folders: 'Folder',
  fs: 'File system',
  gpu: 'GPU',
  irq: 'Interrupt',
  load: 'Load',
  mem: 'Memory',
  memswap: 'Swap',
  mpp: 'Video engine',
  network: 'Network',
  npu: 'NPU',
  percpu: 'Core',
  ports: 'Host',
  processcount: 'Processes',
  quicklook: 'Overview',
  raid: 'RAID',
  sensors: 'Sensor',
  smart: 'Disk health',
  vms: 'VM',
  wifi: 'Wi-Fi',
};

/** Words for abbreviated field names. */
const WORDS: Readonly<Record<string, Phrase | ''>> = {
  bytes_all: 'both ways',
  bytes_recv: 'received',
  bytes_sent: 'sent',
  cpu_percent: 'CPU',
  ctx_switches: 'context switches',
  io_rx: 'read',
  io_wx: 'written',
  iowait: 'I/O wait',
  freq: 'clock',
  freq_current: 'clock rate',
  irq_rate: '',
  mem: 'memory',
  memory_usage: 'memory',
  min1: 'over 1 min',
  min15: 'over 15 min',
  min5: 'over 5 min',
  network_rx: 'received',
  network_tx: 'sent',
  nf_conntrack_percent: 'conntrack used',
  percent: 'in use',
  proc: 'load',
  quality_level: 'signal',
  quality_link: 'quality',
  read_bytes: 'read',
  read_count: 'reads',
  read_latency: 'time of a read',
  status: 'answer',
  value: '',
  write_bytes: 'written',
  write_count: 'writes',
  write_latency: 'time of a write',
};

/** Joins non-empty words. */
export const joined = (...words: readonly (string | undefined)[]): string =>
  words.filter((word) => word !== undefined && word !== '').join(' ');

/** Plugins with a title. */
export const TITLED: readonly string[] = Object.keys(TITLES);

/** Title of a plugin; by default its name. */
export const titleOf = (plugin: string): string => localName(englishTitle(plugin));

const englishTitle = (plugin: string): string => TITLES[plugin] ?? plainTitle(plugin);

/** A name as a heading: `Some name` for `some_name`. */
export function plainTitle(plugin: string): string {
  const words = plugin.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const wordsOf = (field: string): string => localName(englishWords(field));

export function englishWords(field: string): string {
  const plain = field.replace(/_rate_per_sec$/, '');
  return WORDS[plain] ?? plain.replaceAll('_', ' ');
}

/** The label as data. @param field null: what its plugin or item stands for */
export const labelWord = (plugin: string, item: string | null | undefined, field: string | null): Label => ({
  title: englishTitle(plugin),
  item: item ?? null,
  words: field === null ? '' : englishWords(field),
});

export const labelOf = ({ plugin, item, field }: Series): string =>
  printable(spokenWord(labelWord(plugin, item, field)));
