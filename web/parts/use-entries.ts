/** Entries of the page for its parts. */
import { computed, type ComputedRef, inject } from 'vue';
import type { Action } from '../../src/show/display/action.ts';
import { useGander } from '../state/gander.ts';
import type { Panel, Texts } from '../state/view.ts';
import { ENTRIES, type Entry } from './entry.ts';
import type { PageAction } from './key.ts';

export type MenuAction = PageAction & { readonly action: { readonly menu: NonNullable<Action['menu']> } };
const isOfMenu = (one: PageAction): one is MenuAction => one.action.menu !== undefined;

/** Those that the agent has; only inside `setup`. */
export function useEntries(): readonly Entry[] {
  const { settings } = useGander();
  return inject(ENTRIES, []).filter(({ needs }) => needs === undefined || settings[needs] === true);
}

/** An action, and which role the reader needs for it; empty: it leads somewhere. */
export type OfferedAction = MenuAction & { readonly lack: string };

/** Actions of the menu, those with an address of their own first. Only inside `setup`. */
export function useMenu(): ComputedRef<readonly OfferedAction[]> {
  const gander = useGander();
  const entries = useEntries();
  const sorted = [...entries.filter(({ text }) => text), ...entries.filter(({ text }) => !text)];
  return computed(() =>
    sorted.flatMap(({ actions = [], operation }) =>
      actions
        .filter(isOfMenu)
        .filter((line) => line.isOffered?.(gander) !== false)
        .map((line) => ({ ...line, lack: operation === undefined ? '' : gander.rights.lack(operation) })),
    ),
  );
}

/** Computes whether a panel can be opened by this name in the address; only inside `setup`. */
export function useCanOpen(name: Panel | keyof Texts): ComputedRef<boolean> {
  const { rights } = useGander();
  const entries = useEntries().filter(({ panel, text }) => name === panel || name === text);
  return computed(() => entries.some(({ operation }) => operation === undefined || rights.may(operation)));
}
