/** Actions of the table of processes. */
import { PAGE_ACTIONS } from '../../src/show/display/page-actions.ts';
import type { Entry } from '../parts/entry.ts';
import type { Gander } from '../state/gander.ts';
import type { Form } from '../state/view.ts';

/** Moves through the rows and focuses the table. */
const step = (key: string) => (): void => {
  const table = document.querySelector<HTMLElement>('.main [role="treegrid"]');
  table?.focus({ preventScroll: true });
  table?.dispatchEvent(new KeyboardEvent('keydown', { key }));
};

/** Toggles a grouping. */
const form =
  (name: Form) =>
  ({ view }: Gander): void => {
    view.form = view.form === name ? 'list' : name;
    view.tab = 'processes';
  };

export const processesEntry: Entry = {
  actions: [
    { action: PAGE_ACTIONS.tree, run: form('tree') },
    { action: PAGE_ACTIONS.groups, run: form('groups') },
    { action: PAGE_ACTIONS.nextRow, run: step('ArrowDown') },
    { action: PAGE_ACTIONS.previousRow, run: step('ArrowUp') },
    { action: PAGE_ACTIONS.freeze, run: ({ isFrozen }) => void (isFrozen.value = !isFrozen.value) },
    {
      action: PAGE_ACTIONS.filter,
      run: () => document.querySelector<HTMLInputElement>('.main input[type="search"]')?.focus(),
    },
    { action: PAGE_ACTIONS.noFilter, run: ({ view }) => void (view.filter = '') },
  ],
};
