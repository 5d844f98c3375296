/** Keys of the screen as a whole. */
import type { View } from '../state/view.ts';
import { controlKeys, screenKey, showOverlay } from './common-keys.ts';
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

const clearAlerts =
  (which: 'warning' | 'all') =>
  ({ ui: { subject, view } }: Actor): void => {
    if (subject.clearAlerts === null) view.message = 'Alerts can be removed on this machine only.';
    else subject.clearAlerts(which);
  };

export const closeKey: Key = {
  keys: ['escape'],
  group: 'Screen',
  text: 'close what is open, else quit',
  hint: 'close',
  run: close,
};

export const screenKeys: readonly Key[] = [
  ...controlKeys,
  closeKey,
  screenKey(['X'], 'all alerts', showOverlay('alerts')),
  {
    keys: ['w'],
    group: 'Screen',
    text: 'remove warnings; critical alerts stay',
    run: clearAlerts('warning'),
  },
  { keys: ['x'], group: 'Screen', text: 'remove all alerts', run: clearAlerts('all') },
];
