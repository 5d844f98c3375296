/** Keys that show and hide parts, and change how values are shown. */
import type { Preferences } from '../state/settings.ts';
import { ALL_VITAL, BESIDE_QUICK_LOOK } from '../state/vital-names.ts';
import { whyEmpty } from '../state/section-names.ts';
import type { View } from '../state/view.ts';
import type { TableName } from '../data-source/table-plugins.ts';
import type { Key } from './key.ts';
import { type Phrase, t } from '../../display/language.ts';

/** Hides what is shown and shows what is hidden; several names go together. Returns whether they are shown now. */
function toggleHidden({ preferences }: View, names: readonly string[]): boolean {
  const wasShown = names.some((name) => !preferences.hidden.has(name));
  const others = [...preferences.hidden].filter((name) => !names.includes(name));
  preferences.hidden = new Set(wasShown ? [...others, ...names] : others);
  return !wasShown;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const toggle = (key: string, text: Phrase, ...names: string[]): Key => ({
  keys: [key],
  group: 'Show or hide',
  text,
  run({ ui }) {
    const isShown = toggleHidden(ui.view, names);
    const state = isShown ? (whyEmpty(ui, names[0] ?? '') ?? t('shown.')) : t('hidden.');
    ui.view.message = `${capitalized(t(text))}: ${state}`;
  },
});

type Flag = { [K in keyof Preferences]: Preferences[K] extends boolean ? K : never }[keyof Preferences];

/** @param off a flag that cannot be on with it */
const flip = (key: string, text: Phrase, name: Flag, off?: Flag): Key => ({
  keys: [key],
  group: 'How values are shown',
  text,
  run({ ui: { view } }) {
    view.preferences[name] = !view.preferences[name];
    if (off !== undefined && view.preferences[name]) view.preferences[off] = false;
  },
});

/** Goes to a table, and back to the processes. */
const table = (key: string, text: Phrase, name: TableName, hint?: Phrase): Key => ({
  keys: [key],
  group: 'Show or hide',
  text,
  ...(hint !== undefined && { hint }),
  run({ ui: { view } }) {
    view.table = view.table === name ? 'processes' : name;
    Object.assign(view, { selected: 0, top: 0, followed: null });
  },
});

export const displayKeys: readonly Key[] = [
  table('j', 'programs in place of processes', 'programs', 'programs'),
  table('D', 'containers', 'containers', 'containers'),
  table('V', 'virtual machines', 'vms'),
  toggle('2', 'left column', 'rail'),
  toggle('3', 'cores', 'quicklook'),
  toggle('4', 'CPU, memory and load only', ...BESIDE_QUICK_LOOK),
  toggle('5', 'vital signs and cores', ...ALL_VITAL),
  toggle('d', 'disks', 'diskio'),
  toggle('f', 'file systems and folders', 'fs', 'folders'),
  toggle('n', 'network', 'network'),
  toggle('s', 'sensors', 'sensors'),
  toggle('G', 'graphics cards', 'gpu'),
  toggle('7', 'neural processors', 'npu'),
  toggle('8', 'video engines', 'mpp'),
  toggle('R', 'RAID', 'raid'),
  toggle('H', 'disk health', 'smart'),
  toggle('W', 'Wi-Fi', 'wifi'),
  toggle('K', 'connections', 'connections'),
  toggle('P', 'reachable hosts', 'ports'),
  toggle('A', 'applications', 'amps'),
  toggle('Q', 'interrupts', 'irq'),
  toggle('C', 'cloud', 'cloud'),
  toggle('I', 'addresses', 'ip'),
  toggle('N', 'time', 'now'),
  toggle('l', 'alerts', 'alert'),
  toggle('z', 'processes', 'processlist'),
  flip('1', 'cores one by one', 'percpu'),
  flip('0', 'CPU of processes per machine, not per core', 'perMachine'),
  flip('v', 'commands without or with their folder', 'longNames'),
  flip('b', 'network in bits or bytes', 'bits'),
  flip('U', 'network since the start', 'networkTotal'),
  flip('T', 'network both ways in one', 'networkSum'),
  flip('B', 'disks in operations', 'iops', 'latency'),
  flip('L', 'disks in time per operation', 'latency', 'iops'),
  flip('F', 'free space in place of used', 'freeSpace'),
  flip('6', 'graphics cards as one', 'meanGpu'),
  flip('S', 'sparklines', 'sparklines'),
  flip('9', 'colours for a light or a dark terminal', 'isLight'),
];
