/** Actions of the table of processes. */
import { DEEDS } from '../../src/show/display/deeds.ts';
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
    { action: DEEDS.tree, run: form('tree') },
    { action: DEEDS.groups, run: form('groups') },
    { action: DEEDS.nextRow, run: step('ArrowDown') },
    { action: DEEDS.previousRow, run: step('ArrowUp') },
    { action: DEEDS.freeze, run: ({ isFrozen }) => void (isFrozen.value = !isFrozen.value) },
    {
      action: DEEDS.filter,
      run: () => document.querySelector<HTMLInputElement>('.main input[type="search"]')?.focus(),
    },
    { action: DEEDS.noFilter, run: ({ view }) => void (view.filter = '') },
  ],
};
