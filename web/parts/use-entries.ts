/** Entries of the page for its parts. */
import { computed, type ComputedRef, inject } from 'vue';
import { useGander } from '../state/gander.ts';
import type { Panel, Texts } from '../state/view.ts';
import { ENTRIES, type Entry, type MenuLine } from './entry.ts';

/** Those that the agent has; only inside `setup`. */
export function useEntries(): readonly Entry[] {
  const { settings } = useGander();
  return inject(ENTRIES, []).filter(({ needs }) => needs === undefined || settings[needs] === true);
}

/** Entries of the menu, those with an address of their own first. Only inside `setup`. */
export function useMenu(): ComputedRef<readonly MenuLine[]> {
  const gander = useGander();
  const entries = useEntries();
  const lines = [...entries.filter(({ text }) => text), ...entries.filter(({ text }) => !text)].flatMap(
    ({ menu }) => menu ?? [],
  );
  return computed(() => lines.filter((line) => line.isOffered?.(gander) !== false));
}

/** Whether it can be opened by this name in the address; only inside `setup`. */
export const useCanOpen = (name: Panel | keyof Texts): boolean =>
  useEntries().some(({ panel, text }) => name === panel || name === text);
