/** Current alerts of a machine, one row per cause, and the verdict derived from them. */
import { type Stretches, STRETCHES } from './stretches.ts';
import { CULPRITS } from './culprits-shape.ts';
import { MOST_ALERTS } from './most-alerts.ts';
import { SAID } from './said-shape.ts';
import { service } from './parts/service.ts';
import { closed, flag, integer, listOf, number, oneOf, orNull, text, type TypeOf } from './shape.ts';
import { ALERT_STATES, type AlertEvent, type SavedEvent } from './event.ts';

export const ALERT = closed(
  'An ongoing alert. Values with the same cause share one.',
  {
    id: text('Identity, unchanged until the alert ends.'),
    level: oneOf(ALERT_STATES, 'Current level.'),
    type: text('As in events and silences: `CPU_TOTAL`.'),
    kind: orNull(text('Name of the alert kind; null for thresholds and states of items.')),
    plugin: text('Name of the plugin; empty where it is not known.'),
    item: orNull(text('Identity of the item; null where there are no items.')),
    subject: text('What it is about, in words.'),
    since: orNull(number('Milliseconds since 1970; null where it is not known.')),
    stretches: orNull(STRETCHES, 'Times above the threshold since then; null where they are not known.'),
    value: orNull(number('Recorded value; null where a state decides.')),
    threshold: orNull(
      number('Threshold that is reached, in the unit of the value; null where a state decides.'),
    ),
    sentence: text('What is wrong, in words.'),
    said: SAID,
    who: listOf(text(), {
      description: 'Programs that used most during the alert, at most three.',
      maxItems: 3,
    }),
    culprits: orNull(CULPRITS, 'Shares of programs; null: not known.'),
    chart: orNull(text('Recorded series, as in addresses of the page; null where there is none.')),
    link: text('Address of the alert on the page, relative to the page.'),
    silenced: flag('Whether it is acknowledged or silenced.'),
    parent: orNull(
      text(
        'Sentence of the ongoing alert that explains it and holds back its notifications; null: there is none.',
      ),
    ),
    parent_said: SAID,
    also: listOf(text(), { description: 'Types of further values with the same cause.' }),
  },
  ['said', 'parent_said'],
);
export type Alert = TypeOf<typeof ALERT>;

const count = (description: string) => integer(description, { minimum: 0 });

export const MACHINE_VERDICT = closed('Whether the machine is well.', {
  state: oneOf(['ok', 'alerts', 'no-data'], '`no-data`: no value can be judged.'),
  level: orNull(oneOf(['OK', 'CAREFUL', ...ALERT_STATES], 'Worst level; null: no value can be judged.')),
  sentence: text('The headline.'),
  counts: closed('Alerts by level, silenced ones included. Careful values are no alerts.', {
    critical: count('Critical alerts.'),
    warning: count('Warnings.'),
    careful: count('Objects and items whose worst level is careful.'),
    silenced: count('Silenced alerts.'),
  }),
  alerts: listOf(ALERT, {
    description: 'The worst first; the counts include alerts beyond the first hundred.',
    maxItems: MOST_ALERTS,
  }),
  notifies: flag('Whether the agent notifies targets itself.'),
  rules: count('Grows when thresholds change. Clients that keep limits or levels load them again.'),
});
export type MachineVerdict = TypeOf<typeof MACHINE_VERDICT>;

/** Words and link that the list and notifications share. */
export const SHOWN_ALERT = closed(
  'An alert in words.',
  {
    subject: text(),
    sentence: text(),
    link: text(),
    who: text('Who causes it: `mostly stress-ng`; empty or absent: unknown.'),
  },
  ['who'],
);
export type ShownAlert = TypeOf<typeof SHOWN_ALERT>;

/** An ongoing event, from which a row of the list is made. */
export interface OngoingEvent extends Pick<SavedEvent, 'plugin' | 'identity' | 'culprits' | 'finding'> {
  /** Empty if only the type is known. */
  readonly plugin: string;
  readonly event: Pick<AlertEvent, 'type' | 'begin' | 'top'> & { readonly state: string };
  /** Of its alert, which began with the event. */
  readonly stretches?: Stretches;
}

/** An alert that targets are notified of, or that they would be notified of if the agent had any. A moment has an end. */
export interface NotifiedAlert extends SavedEvent {
  /** Acknowledged or silenced: no notifications are sent. */
  readonly silenced: boolean;
}

/** Keeps the list; nothing is computed until it is asked for. */
export interface AlertBoard {
  verdict(): MachineVerdict;
  /** For hubs, which notify on behalf of agents: at most {@link MOST_ALERTS}, with the moments of the last hour. */
  notified(): readonly NotifiedAlert[];
  /** Grows with everything that the list is made from. */
  edition(): number;
}
export const AlertBoard = service<AlertBoard>('current alerts');
