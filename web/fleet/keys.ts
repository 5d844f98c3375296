/** Keys of the fleet page. */
import { isSwitchKey, keepLetter } from '../keys/switch-key.ts';
import type { Fleet } from './fleet.ts';
import type { Grouping } from './fleet-view.ts';
import type { Action } from '../../src/show/display/action.ts';
import { PAGE_ACTIONS } from '../../src/show/display/page-actions.ts';
import { SERVER_LIST_ACTIONS, SERVER_ORDERS } from '../../src/show/display/server-list-actions.ts';

export interface FleetKey {
  readonly action: Action & { readonly page: readonly string[] };
  run(fleet: Fleet): void;
}

const NEXT: Readonly<Record<Grouping, Grouping>> = { none: 'tag', tag: 'status', status: 'none' };

export const KEYS: readonly FleetKey[] = [
  { action: PAGE_ACTIONS.nextRow, run: ({ list }) => list.value?.step('ArrowDown') },
  { action: PAGE_ACTIONS.previousRow, run: ({ list }) => list.value?.step('ArrowUp') },
  {
    action: SERVER_LIST_ACTIONS.search,
    run: () => document.querySelector<HTMLInputElement>('.fleet-search')?.focus(),
  },
  ...SERVER_ORDERS.map((action) => ({
    action,
    run: ({ view }: Fleet) => void Object.assign(view, action.order),
  })),
  { action: SERVER_LIST_ACTIONS.group, run: ({ view }) => void (view.group = NEXT[view.group]) },
  {
    action: SERVER_LIST_ACTIONS.all,
    run: ({ view }) => void Object.assign(view, { search: '', statuses: [], levels: [], tag: '' }),
  },
  { action: SERVER_LIST_ACTIONS.add, run: ({ view }) => void (view.panel = 'add') },
  { action: PAGE_ACTIONS.help, run: ({ view }) => void (view.panel = view.panel === 'help' ? '' : 'help') },
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
  const byKey = new Map(KEYS.flatMap((one) => one.action.page.map((key) => [key, one])));
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
    if (fleet.view.panel !== '' && known.action !== PAGE_ACTIONS.help) return;
    event.preventDefault();
    known.run(fleet);
  });
}
