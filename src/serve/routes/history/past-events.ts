/** Events and marks of a range as they are served. */
import type { Note } from '../../../keep/archive/events/notes.ts';
import type { Mark } from '../../../keep/archive/events/between.ts';
import type { AlertEvent, SavedEvent } from '../../../core/event.ts';
import type { RouteContext } from '../../route/context.ts';
import { noArchive } from '../../http/errors.ts';

export type PastEvent = Omit<SavedEvent, 'event'> & AlertEvent;

export interface PastEvents {
  readonly events: readonly PastEvent[];
  readonly marks: readonly Mark[];
  readonly notes: readonly Note[];
}

/** Rejects with an `ApiError` where none are kept. */
export async function pastEventsIn(
  { pastEvents, notes }: Pick<RouteContext, 'pastEvents' | 'notes'>,
  from: number,
  to: number,
): Promise<PastEvents> {
  if (pastEvents === null) throw noArchive('this agent keeps no journal of events');
  const { events, marks } = await pastEvents(from, to);
  return {
    events: events.map(({ event, ...rest }) => ({ ...rest, ...event })),
    marks,
    notes: notes?.between(from, to) ?? [],
  };
}
