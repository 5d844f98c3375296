/** Actions whose effect is declared with them: orders, tables, what is hidden, and how values are shown. */
import { both, type DisplayFlags, type Effect, type EffectiveAction } from './action.ts';
import type { Phrase } from './language.ts';

type Flag = keyof DisplayFlags;
type Flip = Extract<Effect, { kind: 'flip' }>;

const hide = (key: string, text: Phrase, ...names: string[]): EffectiveAction => ({
  group: 'Show or hide',
  text,
  ...both(key),
  effect: { kind: 'hide', names },
});

const flip = (key: string, text: Phrase, flag: Flag, off?: Flag): EffectiveAction => ({
  group: 'How values are shown',
  text,
  ...both(key),
  effect: { kind: 'flip', flag, ...(off !== undefined && { off }) },
});

const sort = (key: string, by: string | null, text: Phrase): EffectiveAction => ({
  group: 'Order',
  text,
  ...both(key),
  effect: { kind: 'sort', by },
});

const table = (key: string, text: Phrase, name: 'programs' | 'containers' | 'vms'): EffectiveAction => ({
  group: 'Show or hide',
  text,
  ...both(key),
  effect: { kind: 'table', table: name },
});

/** Vital signs beside CPU, memory and load. Network and disks have sections with other names. */
export const MORE_VITAL = ['memswap', 'gpu', 'network vital', 'diskio vital'] as const;
export const ALL_VITAL = ['cpu', 'mem', 'load', 'quicklook', ...MORE_VITAL] as const;

/** Hidden names after a toggle of some: all of them are hidden if one was shown. */
export function toggled(hidden: readonly string[], names: readonly string[]): string[] {
  const isShown = names.some((name) => !hidden.includes(name));
  const others = hidden.filter((name) => !names.includes(name));
  return isShown ? [...others, ...names] : others;
}

export function flipFlag(flags: DisplayFlags, { flag, off }: Flip): void {
  flags[flag] = !flags[flag];
  if (off !== undefined && flags[flag]) flags[off] = false;
}

export const EFFECTS: readonly EffectiveAction[] = [
  sort('a', null, 'by what is scarce'),
  sort('c', 'cpu_percent', 'by CPU'),
  sort('m', 'memory_percent', 'by memory'),
  sort('u', 'username', 'by user'),
  sort('p', 'name', 'by name'),
  sort('i', 'io_counters', 'by reading and writing'),
  sort('Y', 'cpu_times', 'by CPU time'),
  sort('o', 'cpu_num', 'by core'),

  // `j` is the next row on the page.
  { ...table('J', 'programs in place of processes', 'programs'), terminal: ['j', 'J'], hint: 'programs' },
  { ...table('D', 'containers', 'containers'), hint: 'containers' },
  table('V', 'virtual machines', 'vms'),
  hide('2', 'left column', 'rail'),
  hide('3', 'map of the cores', 'quicklook'),
  hide('4', 'CPU, memory and load only', ...MORE_VITAL),
  hide('5', 'vital signs', ...ALL_VITAL, 'npu'),
  hide('n', 'network', 'network'),
  hide('d', 'disks', 'diskio'),
  hide('f', 'file systems and folders', 'fs', 'folders'),
  hide('s', 'sensors', 'sensors'),
  hide('G', 'graphics cards', 'gpu'),
  hide('7', 'neural processors', 'npu'),
  hide('8', 'video engines', 'mpp'),
  hide('R', 'RAID', 'raid'),
  // `r` clears charts in the terminal.
  { ...hide('H', 'disk health', 'smart'), page: ['r', 'H'] },
  hide('W', 'Wi-Fi', 'wifi'),
  hide('P', 'reachable hosts', 'ports'),
  hide('A', 'applications', 'amps'),
  hide('K', 'connections', 'connections'),
  hide('Q', 'interrupts', 'irq'),
  hide('C', 'cloud', 'cloud'),
  hide('I', 'addresses', 'ip'),
  hide('N', 'time', 'now'),
  hide('l', 'alerts', 'alert'),
  hide('z', 'processes', 'processlist', 'programlist'),

  flip('1', 'cores one by one', 'percpu'),
  flip('0', 'CPU of processes per machine, not per core', 'perMachine'),
  // `S` shows sparklines in the terminal.
  { ...flip('v', 'commands without or with their folder', 'longNames'), page: ['S', 'v'] },
  flip('b', 'network in bits or bytes', 'bits'),
  flip('U', 'network since the start', 'networkTotal'),
  flip('T', 'network both ways in one', 'networkSum'),
  flip('B', 'disks in operations', 'iops', 'latency'),
  flip('L', 'disks in time per operation', 'latency', 'iops'),
  flip('F', 'free space in place of used', 'freeSpace'),
  flip('6', 'graphics cards as one', 'meanGpu'),
];
