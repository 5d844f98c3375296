/** Entries of the page for its parts. */
import { inject } from 'vue';
import { useGander } from '../state/gander.ts';
import type { Panel, Texts } from '../state/view.ts';
import { ENTRIES, type Entry } from './entry.ts';

/** Those that the agent has; only inside `setup`. */
export function useEntries(): readonly Entry[] {
  const { settings } = useGander();
  return inject(ENTRIES, []).filter(({ needs }) => needs === undefined || settings[needs] === true);
}

/** Whether it can be opened by this name in the address; only inside `setup`. */
export const useCanOpen = (name: Panel | keyof Texts): boolean =>
  useEntries().some(({ panel, text }) => name === panel || name === text);
