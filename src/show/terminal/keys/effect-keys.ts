/** Keys whose effect their declaration has: orders, tables, what is hidden, and how values are shown. */
import { type Effect, keysOf } from '../../display/action.ts';
import { PAGE_ACTIONS } from '../../display/page-actions.ts';
import { EFFECTS, flipFlag, toggled } from '../../display/effects.ts';
import { TERMINAL_ACTIONS } from '../../display/terminal-actions.ts';
import { t } from '../../display/language.ts';
import { whyEmpty } from '../state/section-names.ts';
import { sortBy } from '../state/sorting.ts';
import type { Ui } from '../state/ui.ts';
import { bind, type Key } from './key.ts';

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function apply(ui: Ui, effect: Effect, text: string): void {
  const { view } = ui;
  const { preferences } = view;
  if (effect.kind === 'sort') sortBy(view, effect.by);
  else if (effect.kind === 'table') {
    // And back to the processes.
    view.table = view.table === effect.table ? 'processes' : effect.table;
    Object.assign(view, { selected: 0, top: 0, followed: null });
  } else if (effect.kind === 'flip') flipFlag(preferences, effect);
  else {
    const before = preferences.hidden;
    preferences.hidden = new Set(toggled([...before], effect.names));
    const state =
      preferences.hidden.size > before.size
        ? t('hidden.')
        : (whyEmpty(ui, effect.names[0] ?? '') ?? t('shown.'));
    view.message = `${capitalized(text)}: ${state}`;
  }
}

export const effectKeys: readonly Key[] = [
  ...EFFECTS.map((action): Key => ({
    ...action,
    keys: keysOf(action, 'terminal'),
    run: ({ ui }) => apply(ui, action.effect, t(action.text)),
  })),
  bind(
    TERMINAL_ACTIONS.sparklines,
    ({ ui: { view } }) => (view.preferences.sparklines = !view.preferences.sparklines),
  ),
  bind(PAGE_ACTIONS.theme, ({ ui: { view } }) => (view.preferences.isLight = !view.preferences.isLight)),
];
