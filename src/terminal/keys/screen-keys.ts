/** Keys of the screen as a whole. */
import type { View } from '../state/view.ts';
import type { Actor, Key } from './key.ts';

/** Closes the last opened; false when there was nothing to close. */
export function closeLast(view: View): boolean {
  if (view.overlay !== 'none') view.overlay = 'none';
  else if (view.chart !== null) view.chart = null;
  else if (view.extended !== null) view.extended = null;
  else if (view.filter !== '') view.filter = '';
  else return false;
  return true;
}

const close = ({ ui, quit }: Actor): void => {
  const { extended } = ui.view;
  if (!closeLast(ui.view)) quit();
  else if (extended !== null && ui.view.extended === null) ui.subject.control?.select(null);
};

const screenKey = (keys: readonly string[], text: string, run: Key['run'], hint?: string): Key => ({
  keys,
  group: 'Screen',
  text,
  ...(hint !== undefined && { hint }),
  run,
});

const showOverlay =
  (name: 'help' | 'alerts') =>
  ({ ui: { view } }: Actor): void => {
    view.overlay = view.overlay === name ? 'none' : name;
    view.overlayTop = 0;
  };

const clearAlerts =
  (which: 'warning' | 'all') =>
  ({ ui: { subject, view } }: Actor): void => {
    if (subject.clearAlerts === null) view.message = 'Alerts can be removed on this machine only.';
    else subject.clearAlerts(which);
  };

export const screenKeys: readonly Key[] = [
  screenKey(['?', 'h', 'f1'], 'this help', showOverlay('help'), 'help'),
  screenKey(['q', 'ctrl-c', 'f10'], 'quit', ({ quit }) => quit(), 'quit'),
  screenKey(['escape'], 'close what is open, else quit', close),
  screenKey(['X'], 'all alerts', showOverlay('alerts')),
  screenKey(['w'], 'remove warnings that are over', clearAlerts('warning')),
  screenKey(['x'], 'remove all alerts that are over', clearAlerts('all')),
  screenKey(['f5', 'ctrl-r', 'ctrl-l'], 'draw everything again', ({ redraw }) => redraw()),
  screenKey(['ctrl-z'], 'suspend; fg comes back', ({ suspend }) => suspend()),
];
