import { isFolded, toggleFold } from '../state/folding.ts';
import type { Preferences } from '../state/preferences.ts';

/** Unfolds a section of the rail and scrolls it into sight. */
export function goToSection(name: string, preferences: Pick<Preferences, 'folded'>): void {
  if (isFolded(preferences.folded, name)) preferences.folded = toggleFold(preferences.folded, name);
  const section = document.querySelector<HTMLElement>(`[data-section="${CSS.escape(name)}"]`);
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
}
