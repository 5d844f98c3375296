/** Key bindings of the fleet page; the help is generated from them. */
import { isSwitchKey, keepLetter } from '../keys/switch-key.ts';
import type { Fleet } from './fleet.ts';
import type { Grouping } from './fleet-view.ts';
import { type Phrase } from '../../src/show/display/language.ts';

export interface FleetKey {
  /** `KeyboardEvent.key` values. */
  keys: readonly string[];
  text: Phrase;
  run(fleet: Fleet): void;
}

const sortBy = (key: string, sort: string, isReversed: boolean, text: Phrase): FleetKey => ({
  keys: [key],
  text,
  run({ view }) {
    Object.assign(view, { sort, isReversed });
  },
});

const NEXT: Readonly<Record<Grouping, Grouping>> = { none: 'tag', tag: 'status', status: 'none' };

export const KEYS: readonly FleetKey[] = [
  { keys: ['j'], text: 'next row', run: ({ list }) => list.value?.step('ArrowDown') },
  { keys: ['k'], text: 'previous row', run: ({ list }) => list.value?.step('ArrowUp') },
  {
    keys: ['/'],
    text: 'search',
    run: () => document.querySelector<HTMLInputElement>('.fleet-search')?.focus(),
  },
  sortBy('1', 'list', false, 'order of the configuration'),
  sortBy('2', 'status', false, 'by status, online first'),
  sortBy('3', 'status', true, 'by status, online last'),
  sortBy('w', 'worst', false, 'worst first'),
  sortBy('n', 'name', false, 'by name'),
  {
    keys: ['g'],
    text: 'group by tag, by status, not at all',
    run({ view }) {
      view.group = NEXT[view.group];
    },
  },
  {
    keys: ['E'],
    text: 'all servers: no search, no filter',
    run: ({ view }) => void Object.assign(view, { search: '', statuses: [], levels: [], tag: '' }),
  },
  {
    keys: ['i'],
    text: 'add a server',
    run({ view }) {
      view.panel = 'add';
    },
  },
  {
    keys: ['?', 'h'],
    text: 'this help',
    run({ view }) {
      view.panel = view.panel === 'help' ? '' : 'help';
    },
  },
];

/** Escape: closes what was opened last. False: nothing was open. */
export function closeLast({ view }: Pick<Fleet, 'view'>): boolean {
  if (view.panel !== '') view.panel = '';
  else if (view.open !== '') view.open = '';
  else return false;
  return true;
}

/** Keys of the list, which work without focus. */
const STEPS: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']);

/** Handles keys everywhere except in text fields. */
export function listenToKeys(fleet: Fleet, page: Document): void {
  const byKey = new Map(KEYS.flatMap((one) => one.keys.map((key) => [key, one])));
  page.addEventListener('keydown', (event) => {
    if (isSwitchKey(event) && fleet.feed.connection.value.kind !== 'login') {
      event.preventDefault();
      fleet.view.panel = fleet.view.panel === 'switch' ? '' : 'switch';
      fleet.typed.text = '';
      return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element | null;
    const isWriting = target?.closest('input, textarea, select') !== null;
    if (event.key === 'Escape') {
      if (isWriting) (target as HTMLElement | null)?.blur();
      else if (closeLast(fleet)) event.preventDefault();
      return;
    }
    if (isWriting || fleet.feed.connection.value.kind === 'login') return;
    if (fleet.view.panel === 'switch') {
      keepLetter(event, fleet);
      return;
    }
    const isLoose = target === document.body || target === document.documentElement;
    if (isLoose && fleet.view.panel === '' && STEPS.has(event.key) && fleet.list.value !== null) {
      event.preventDefault();
      fleet.list.value.step(event.key);
      return;
    }
    const known = byKey.get(event.key);
    if (known === undefined) return;
    if (fleet.view.panel !== '' && !known.keys.includes('?')) return;
    event.preventDefault();
    known.run(fleet);
  });
}
