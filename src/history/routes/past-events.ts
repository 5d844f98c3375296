/** Events, marks and notes for replies: of a range, and current ones. */
import type { SavedEvent } from '../../core/event.ts';
import type { RangeEvents } from '../past/history-source.ts';
import type { PastEvent } from './range-schemas.ts';

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
