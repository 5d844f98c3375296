/** The journal of this agent's events, for parts. */
import { service } from '../../core/parts/service.ts';
import type { PastEvents } from './between.ts';
import type { EventFolder } from './event-folder.ts';
import type { EventJournal as Journal } from './journal.ts';

export interface EventJournal extends Omit<Journal, 'readable' | 'isReadable' | 'start'> {
  readonly between: PastEvents;
  /** For the files of features. */
  readonly folder: EventFolder;
}
export const EventJournal = service<EventJournal>('journal of events');
