/** The alerts of a machine that stand now, a row for each cause, and the verdict that follows from them. */
import type { Stretches } from './stretches.ts';
import type { Culprits } from './culprits.ts';
import { service } from './parts/service.ts';
import { closed, text, type TypeOf } from './shape.ts';
import type { AlertEvent, AlertState, EventFinding, SavedEvent } from './event.ts';

export interface Alert {
  /** Stays the same as long as the alert stands. */
  readonly id: string;
  readonly level: AlertState;
  /** As in events and silences: `CPU_TOTAL`. */
  readonly type: string;
  /** Name of the alert kind; null where thresholds or the state of an item decide. */
  readonly kind: string | null;
  readonly plugin: string;
  /** Identity of the item; null where the plugin serves one object. */
  readonly item: string | null;
  /** The thing in words: `CPU`, `/home`. */
  readonly subject: string;
  /** Milliseconds since the epoch; null where it is not known. */
  readonly since: number | null;
  /** Above the threshold since then; null where it is not known. */
  readonly stretches: Stretches | null;
  /** The recorded number, and the threshold that it has reached, in its unit; null where a state decides. */
  readonly value: number | null;
  readonly threshold: number | null;
  /** What is wrong: `CPU at 98.0%`. */
  readonly sentence: string;
  /** Names of the programs that used most during the alert; empty where there is no culprit. */
  readonly who: readonly string[];
  /** Their shares; null: not known. */
  readonly culprits: Culprits | null;
  /** The recorded series in addresses of the page (`cpu/total`); null where there is none. */
  readonly chart: string | null;
  /** Where the page shows it, relative to the page. */
  readonly link: string;
  /** Acknowledged or silenced: no notifications are sent. */
  readonly silenced: boolean;
  /** Sentence of the ongoing alert that explains it: no notifications are sent for this one; null: none does. */
  readonly parent: string | null;
  /** Types of further values that have the same cause. */
  readonly also: readonly string[];
}

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
export interface OngoingEvent {
  /** Empty if only the type is known. */
  readonly plugin: string;
  readonly item: string | null;
  readonly event: Pick<AlertEvent, 'type' | 'begin' | 'top'> & { readonly state: string };
  /** Of its alert, which began with the event; null: unknown. */
  readonly stretches: Stretches | null;
  /** Null: not known. */
  readonly culprits: Culprits | null;
  /** Null: raised by a threshold, or unknown. */
  readonly finding: EventFinding | null;
}

export interface MachineVerdict {
  /** `no-data`: no value can be judged. */
  readonly state: 'ok' | 'alerts' | 'no-data';
  /** The worst; null without data. */
  readonly level: 'OK' | 'CAREFUL' | AlertState | null;
  /** The headline. */
  readonly sentence: string;
  /** Alerts by level, silenced ones among them; careful values are no alerts. */
  readonly counts: {
    readonly critical: number;
    readonly warning: number;
    readonly careful: number;
    readonly silenced: number;
  };
  /** The worst first, at most {@link MOST_ALERTS}. */
  readonly alerts: readonly Alert[];
  /** The agent has its own targets, to which it sends notifications. */
  readonly notifies: boolean;
  /** Grows when thresholds change: clients then load limits and levels again. */
  readonly rules: number;
}

/** An alert that targets are notified of, or that they would be notified of if the agent had any. A moment has an end. */
export interface NotifiedAlert extends SavedEvent {
  /** Acknowledged or silenced: no notifications are sent. */
  readonly silenced: boolean;
}

export const MOST_ALERTS = 100;

/** Keeps the list; nothing is computed until it is asked for. */
export interface AlertBoard {
  verdict(): MachineVerdict;
  /** For hubs, which notify on behalf of agents: at most {@link MOST_ALERTS}, with the moments of the last hour. */
  notified(): readonly NotifiedAlert[];
  /** Grows with everything that the list is made from. */
  edition(): number;
}
export const AlertBoard = service<AlertBoard>('current alerts');
