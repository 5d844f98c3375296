/** All actions of page and terminal: one list. */
import { type Action, inOrder } from './action.ts';
import { CHART_ACTIONS, PAGE_ACTIONS } from './page-actions.ts';
import { EFFECTS } from './effects.ts';
import { type Phrase, t } from './language.ts';
import { TERMINAL_ACTIONS } from './terminal-actions.ts';

export const ACTIONS = inOrder([
  ...EFFECTS,
  ...Object.values<Action>({ ...PAGE_ACTIONS, ...TERMINAL_ACTIONS, ...CHART_ACTIONS }),
]);

/** Groups the actions without keys on a side by the stated alternative or reason. */
export function reasonsFor(
  actions: readonly Action[],
  side: 'terminal' | 'page',
): readonly { readonly texts: string; readonly reason: string }[] {
  const texts = new Map<Phrase, string[]>();
  for (const { text, [side]: place } of actions)
    if (typeof place === 'string') texts.set(place, [...(texts.get(place) ?? []), t(text)]);
  return [...texts].map(([reason, all]) => ({ texts: all.join(', '), reason: t(reason) }));
}
