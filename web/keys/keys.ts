/** Key bindings of the page; the help panel is generated from them. */
import type { Preferences } from '../state/preferences.ts';
import type { Gander } from '../state/gander.ts';
import { isSwitchKey, keepLetter } from './switch-key.ts';
import type { Tab } from '../state/view.ts';
import type { Form } from '../state/view.ts';
import { type Phrase, t } from '../../src/show/display/language.ts';

export type KeyGroup = Phrase & ('Sort processes' | 'Show or hide' | 'How values are shown' | 'Page');

export interface Key {
  /** `KeyboardEvent.key` values. */
  keys: readonly string[];
  group: KeyGroup;
  text: Phrase;
  run(gander: Gander): void;
}

const sortBy = (key: string, sort: string, text: Phrase): Key => ({
  keys: [key],
  group: 'Sort processes',
  text,
  run({ view }) {
    view.isReversed = view.sort === sort && sort !== 'auto' ? !view.isReversed : false;
    view.sort = sort;
  },
});

/** Toggles sections. */
export function toggleHidden(hidden: readonly string[], names: readonly string[]): string[] {
  const isShown = names.some((name) => !hidden.includes(name));
  const others = hidden.filter((name) => !names.includes(name));
  return isShown ? [...others, ...names] : others;
}

const toggle = (key: string, text: Phrase, ...names: string[]): Key => ({
  keys: [key],
  group: 'Show or hide',
  text,
  run({ preferences, toast }) {
    const { hidden: before } = preferences;
    preferences.hidden = toggleHidden(before, names);
    // Sections shown again scroll into sight.
    const undo = (): void => void (preferences.hidden = before);
    toast.value =
      preferences.hidden.length > before.length
        ? { text: t('Hidden: {text}', { text: t(text) }), undo }
        : null;
  },
});

/** Moves through the rows and focuses the table. */
const step = (key: string, arrow: string, text: Phrase): Key => ({
  keys: [key],
  group: 'Page',
  text,
  run() {
    const table = document.querySelector<HTMLElement>('.main [role="treegrid"]');
    table?.focus({ preventScroll: true });
    table?.dispatchEvent(new KeyboardEvent('keydown', { key: arrow }));
  },
});

type Flag = { [K in keyof Preferences]: Preferences[K] extends boolean ? K : never }[keyof Preferences];

const flip = (
  key: string,
  text: Phrase,
  name: Flag,
  group: KeyGroup = 'How values are shown',
  off?: Flag,
): Key => ({
  keys: [key],
  group,
  text,
  run({ preferences }) {
    preferences[name] = !preferences[name];
    if (off !== undefined && preferences[name]) preferences[off] = false;
  },
});

/** Switches to a table, and back to processes. */
const tab = (key: string, text: Phrase, name: Tab): Key => ({
  keys: [key],
  group: 'Show or hide',
  text,
  run({ view }) {
    view.tab = view.tab === name ? 'processes' : name;
  },
});

/** Toggles a grouping of processes. */
const form = (key: string, text: Phrase, name: Form): Key => ({
  keys: [key],
  group: 'How values are shown',
  text,
  run({ view }) {
    view.form = view.form === name ? 'list' : name;
    view.tab = 'processes';
  },
});

export const KEYS: readonly Key[] = [
  sortBy('a', 'auto', 'automatic'),
  sortBy('c', 'cpu_percent', 'by CPU'),
  sortBy('m', 'memory_percent', 'by memory'),
  sortBy('u', 'username', 'by user'),
  sortBy('p', 'name', 'by name'),
  sortBy('i', 'io_counters', 'by reading and writing'),
  sortBy('Y', 'cpu_times', 'by CPU time'),
  sortBy('o', 'cpu_num', 'by core'),

  toggle('2', 'left column', 'rail'),
  toggle('3', 'map of the cores', 'quicklook'),
  toggle('5', 'vital signs', 'quicklook', 'cpu', 'mem', 'memswap', 'load', 'gpu', 'npu'),
  flip('1', 'cores one by one', 'percpu', 'Show or hide'),
  toggle('n', 'network', 'network'),
  toggle('d', 'disks', 'diskio'),
  toggle('f', 'file systems', 'fs'),
  toggle('s', 'sensors', 'sensors'),
  toggle('G', 'graphics cards', 'gpu'),
  toggle('7', 'neural processors', 'npu'),
  toggle('8', 'video engines', 'mpp'),
  toggle('R', 'RAID', 'raid'),
  toggle('r', 'disk health', 'smart'),
  toggle('W', 'Wi-Fi', 'wifi'),
  toggle('P', 'reachable hosts', 'ports'),
  toggle('A', 'applications', 'amps'),
  toggle('K', 'connections', 'connections'),
  toggle('Q', 'interrupts', 'irq'),
  toggle('C', 'cloud', 'cloud'),
  toggle('I', 'addresses', 'ip'),
  toggle('z', 'processes', 'processlist', 'programlist'),
  toggle('l', 'alerts', 'alert'),
  tab('J', 'programs in place of processes', 'programs'),
  tab('D', 'containers', 'containers'),
  tab('V', 'virtual machines', 'vms'),

  form('t', 'tree of processes', 'tree'),
  form('g', 'processes by container and unit', 'groups'),
  flip('b', 'network in bits or bytes', 'bits'),
  flip('B', 'disks in operations', 'iops', 'How values are shown', 'latency'),
  flip('L', 'disks in time per operation', 'latency', 'How values are shown', 'iops'),
  flip('F', 'free space in place of used', 'freeSpace'),
  flip('T', 'network both ways in one', 'networkSum'),
  flip('U', 'network since the start', 'networkTotal'),
  flip('6', 'graphics cards as one', 'meanGpu'),
  flip('0', 'CPU of processes per machine, not per core', 'perMachine'),
  flip('S', 'commands without or with their folder', 'longNames'),

  step('j', 'ArrowDown', 'next row'),
  step('k', 'ArrowUp', 'previous row'),
  {
    keys: ['x'],
    group: 'Page',
    text: 'freeze the table',
    run({ isFrozen }) {
      isFrozen.value = !isFrozen.value;
    },
  },
  {
    keys: ['/'],
    group: 'Page',
    text: 'filter processes',
    run: () => document.querySelector<HTMLInputElement>('.main input[type="search"]')?.focus(),
  },
  {
    keys: ['E'],
    group: 'Page',
    text: 'no filter',
    run({ view }) {
      view.filter = '';
    },
  },
  {
    keys: ['h', '?'],
    group: 'Page',
    text: 'this help',
    run({ view }) {
      view.panel = view.panel === 'help' ? '' : 'help';
    },
  },
];

/** Escape: closes what was opened last. False: nothing was open. */
export function closeLast({ view }: Gander): boolean {
  if (view.panel !== '') view.panel = '';
  else if (view.chart.length > 0) view.chart = [];
  else if (view.pid > 0) view.pid = 0;
  else return false;
  return true;
}

/** Handles keys everywhere except in text fields. */
export function listenToKeys(gander: Gander, page: Document): void {
  const byKey = new Map(KEYS.flatMap((one) => one.keys.map((key) => [key, one] as const)));
  page.addEventListener('keydown', (event) => {
    if (isSwitchKey(event) && gander.feed.connection.value.kind !== 'login') {
      event.preventDefault();
      gander.view.panel = gander.view.panel === 'switch' ? '' : 'switch';
      gander.typed.text = '';
      return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element | null;
    const isWriting =
      target?.closest('input:not([type="checkbox"], [type="radio"]), textarea, select') !== null;
    if (event.key === 'Escape') {
      if (isWriting) (target as HTMLElement | null)?.blur();
      else if (closeLast(gander)) event.preventDefault();
      return;
    }
    if (isWriting || gander.feed.connection.value.kind === 'login') return;
    if (gander.view.panel === 'switch') {
      keepLetter(event, gander);
      return;
    }
    const known = byKey.get(event.key);
    const { panel } = gander.view;
    if (known === undefined || panel === 'rules' || (panel === 'help' && known !== byKey.get('?'))) return;
    event.preventDefault();
    known.run(gander);
  });
}
