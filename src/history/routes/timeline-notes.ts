/** Notes of users that the history of events shows. */
import { type Service, service } from '../../core/parts/service.ts';
import type { Note } from '../past/history-source.ts';

/** Those that overlap a range, by begin. */
export type TimelineNotes = (from: number, to: number) => readonly Note[];
export const TimelineNotes: Service<TimelineNotes> = service<TimelineNotes>('notes on the time line');
