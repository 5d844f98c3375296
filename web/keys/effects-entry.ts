/** Actions whose effect their declaration has: orders, tables, what is hidden, and how values are shown. */
import type { Effect } from '../../src/show/display/action.ts';
import { PAGE_ACTIONS } from '../../src/show/display/page-actions.ts';
import { EFFECTS, flipFlag, toggled } from '../../src/show/display/effects.ts';
import { type Phrase, t } from '../../src/show/display/language.ts';
import type { Entry } from '../parts/entry.ts';
import type { Gander } from '../state/gander.ts';
import { nextTheme } from '../state/theme.ts';

function apply({ preferences, toast, view }: Gander, effect: Effect, text: Phrase): void {
  if (effect.kind === 'sort') {
    const by = effect.by ?? 'auto';
    view.isReversed = view.sort === by && by !== 'auto' ? !view.isReversed : false;
    view.sort = by;
  } else if (effect.kind === 'table') view.tab = view.tab === effect.table ? 'processes' : effect.table;
  else if (effect.kind === 'flip') flipFlag(preferences, effect);
  else {
    const before = preferences.hidden;
    preferences.hidden = toggled(before, effect.names);
    // Sections shown again scroll into sight.
    const undo = (): void => void (preferences.hidden = before);
    toast.value =
      preferences.hidden.length > before.length
        ? { text: t('Hidden: {text}', { text: t(text) }), undo }
        : null;
  }
}

export const effectsEntry: Entry = {
  actions: [
    ...EFFECTS.map((action) => ({
      action,
      run: (gander: Gander) => apply(gander, action.effect, action.text),
    })),
    { action: PAGE_ACTIONS.theme, run: ({ preferences }) => nextTheme(preferences) },
  ],
};
