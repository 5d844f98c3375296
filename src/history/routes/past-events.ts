/** Events, marks and notes for replies: of a range, and current ones. */
import type { Culprits } from '../../core/culprits.ts';
import type { AlertEvent, EventFinding, SavedEvent } from '../../core/event.ts';
import type { RangeEvents } from '../past/history-source.ts';

export interface PastEvent
  extends Omit<SavedEvent, 'event' | 'finding' | 'cleared' | 'reading' | 'culprits'>, AlertEvent {
  readonly culprits: Culprits | null;
  /** Name of the alert kind; null: a value has reached a threshold. */
  readonly kind: string | null;
  /** Display name of the item. */
  readonly subject: string | null;
  readonly sentence: string | null;
  readonly details: EventFinding['details'];
  readonly since_before_startup: boolean;
  /** Link to the alerts on the page at its start, relative to the page. */
  readonly link: string;
}

export interface ListedEvents extends Omit<RangeEvents, 'events'> {
  readonly events: readonly PastEvent[];
}

export const shownEvent = ({
  id,
  plugin,
  field,
  identity,
  stat,
  event,
  culprits,
  finding,
}: SavedEvent): PastEvent => ({
  id,
  plugin,
  field,
  identity,
  stat,
  ...event,
  culprits: culprits ?? null,
  kind: finding?.kind ?? null,
  subject: finding?.label ?? identity,
  sentence: finding?.sentence ?? null,
  details: finding?.details ?? {},
  since_before_startup: finding?.isOld === true,
  link: `#at=${event.begin * 1000}&panel=alerts`,
});

export const shownEvents = ({ events, ...others }: RangeEvents): ListedEvents => ({
  events: events.map(shownEvent),
  ...others,
});
