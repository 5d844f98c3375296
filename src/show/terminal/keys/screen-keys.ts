/** Keys of the screen as a whole. */
import { explained } from '../../../core/explain.ts';
import { printable } from '../../display/printable.ts';
import type { Ui } from '../state/ui.ts';
import { askWhy } from '../state/why.ts';
import type { View } from '../state/view.ts';
import { controlKeys, showOverlay, STAYS } from './common-keys.ts';
import { type Actor, bind, type Key } from './key.ts';
import { PAGE_ACTIONS } from '../../display/page-actions.ts';
import { TERMINAL_ACTIONS } from '../../display/terminal-actions.ts';
import { t } from '../../display/language.ts';
import { spoken } from '../../display/said-words.ts';

/** Closes the last opened; false when there was nothing to close. */
export function closeLast(view: View): boolean {
  if (view.overlay !== 'none') view.overlay = 'none';
  else if (view.chart !== null) view.chart = null;
  else if (view.extended !== null) view.extended = null;
  else if (view.filter !== '') view.filter = '';
  else return false;
  return true;
}

const close = ({ ui, back }: Actor): void => {
  const { extended } = ui.view;
  if (!closeLast(ui.view)) {
    if (back === null) ui.view.message = STAYS;
    else back();
  }
  if (extended !== null && ui.view.extended === null) ui.source.control?.select(null);
};

const clearAlerts =
  (which: 'warning' | 'all') =>
  ({ ui: { source, view } }: Actor): void => {
    if (source.clearAlerts === null) view.message = t('Alerts can be removed on this machine only.');
    else source.clearAlerts(which);
  };

const ENDS = { a: null, h: 1, d: 24 } as const;
const END_WORDS = { a: 'until it ends', h: 'for 1 hour', d: 'for 1 day' } as const;

/** Asks about one alert after the other. */
function askToSilence(ui: Ui, at = 0): void {
  const { source, view } = ui;
  const { silence } = source;
  if (silence === null)
    return void (view.message = t(
      'Alerts are silenced on the agent that notifies: on its page, or with gander -c and its name.',
    ));
  const alerts = source.alerts(ui.text).alerts.filter(({ silenced }) => !silenced);
  const alert = alerts[at % alerts.length];
  if (alert === undefined) return void (view.message = t('There is no alert to silence.'));
  const end = async (key: keyof typeof ENDS): Promise<void> => {
    view.message = await silence(alert, ENDS[key]).then(
      () => t('{alert} is silenced {end}.', { alert: printable(alert.type), end: t(END_WORDS[key]) }),
      (error) => t('Not silenced: {reason}.', { reason: spoken(explained(error)) }),
    );
    source.onChange(false);
  };
  const next: Readonly<Record<string, () => void>> =
    alerts.length > 1 ? { n: () => askToSilence(ui, at + 1) } : {};
  view.question = {
    text: t('Silence {alert}? a: until it ends, h: 1 hour, d: 1 day{next}, any other key: no', {
      alert: alert.sentence,
      next: alerts.length > 1 ? t(', n: next') : '',
    }),
    answers: { a: () => void end('a'), h: () => void end('h'), d: () => void end('d'), ...next },
  };
}

export const closeKey: Key = bind(PAGE_ACTIONS.close, close);

export const screenKeys: readonly Key[] = [
  ...controlKeys,
  closeKey,
  bind(PAGE_ACTIONS.alerts, showOverlay('alerts')),
  bind(TERMINAL_ACTIONS.silence, ({ ui }) => askToSilence(ui)),
  bind(PAGE_ACTIONS.why, ({ ui }) => askWhy(ui)),
  bind(TERMINAL_ACTIONS.removeWarnings, clearAlerts('warning')),
  bind(TERMINAL_ACTIONS.removeAlerts, clearAlerts('all')),
];
