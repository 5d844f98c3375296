/** Events, marks and notes of a range as they are served. */
import type { AlertEvent, SavedEvent } from '../../../core/event.ts';
import type { RangeEvents } from '../../../keep/past/history-source.ts';

export type PastEvent = Omit<SavedEvent, 'event'> & AlertEvent;

export interface PastEvents extends Omit<RangeEvents, 'events'> {
  readonly events: readonly PastEvent[];
}

export const shownEvents = ({ events, ...others }: RangeEvents): PastEvents => ({
  events: events.map(({ event, ...rest }) => ({ ...rest, ...event })),
  ...others,
});
