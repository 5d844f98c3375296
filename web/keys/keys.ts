/** Handles the keys of all entries. */
import { keysOf } from '../../src/show/display/action.ts';
import type { Entry } from '../parts/entry.ts';
import type { Gander } from '../state/gander.ts';
import { flipPanel } from '../state/view.ts';
import { isSwitchKey, keepLetter } from './switch-key.ts';

/** Escape: closes what was opened last. False: nothing was open. */
export function closeLast({ view }: Gander): boolean {
  if (view.panel !== '') view.panel = '';
  else if (view.chart.length > 0) view.chart = [];
  else if (view.pid > 0) view.pid = 0;
  else return false;
  return true;
}

/** Handles keys everywhere except in text fields. */
export function listenToKeys(gander: Gander, page: Document, entries: readonly Entry[]): void {
  const all = entries.flatMap(({ actions }) => actions ?? []);
  const byKey = new Map(all.flatMap((one) => keysOf(one.action, 'page').map((key) => [key, one] as const)));
  page.addEventListener('keydown', (event) => {
    if (isSwitchKey(event) && gander.feed.connection.value.kind !== 'login') {
      event.preventDefault();
      flipPanel(gander.view, 'switch');
      gander.typed.text = '';
      return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element | null;
    const isWriting =
      target?.closest('input:not([type="checkbox"], [type="radio"]), textarea, select') !== null;
    if (event.key === 'Escape') {
      if (isWriting) (target as HTMLElement | null)?.blur();
      else if (closeLast(gander)) event.preventDefault();
      return;
    }
    if (isWriting || gander.feed.connection.value.kind === 'login') return;
    if (gander.view.panel === 'switch') {
      keepLetter(event, gander);
      return;
    }
    const known = byKey.get(event.key);
    if (known?.isOffered?.(gander) === false) return;
    const { panel } = gander.view;
    const modal = entries.find((entry) => entry.isModal && entry.panel === panel);
    if (known === undefined || (modal !== undefined && modal.actions?.includes(known) !== true)) return;
    event.preventDefault();
    known.run(gander);
  });
}
