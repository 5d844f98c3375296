/** List of events that the alert plugin shows. `src/alerts/events` makes it. */
import { type AlertEvent, eventOptions, type EventOptions } from '../../core/event.ts';
import { defineSource } from '../../core/source.ts';

interface EventList {
  /** Section `[alert]`: limits of events. */
  readonly options: EventOptions;
  /** Replaces the list, newest first. */
  publish(events: AlertEvent[]): void;
}

export const eventsSource = defineSource<AlertEvent[], EventList, typeof eventOptions>({
  name: 'events',
  owner: 'alert',
  options: eventOptions,
  create({ options }) {
    let list: AlertEvent[] = [];
    return {
      options,
      read: () => list,
      publish(events) {
        list = events;
      },
    };
  },
});
