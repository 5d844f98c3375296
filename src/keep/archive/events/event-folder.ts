/** The folder of the event journal, whose lock this agent holds while it is open. Features keep their files in it. */
import { service } from '../../../core/parts/service.ts';

export interface EventFolder {
  readonly path: string;
  /** Why nothing can be saved now; null: it can. */
  obstacle(): string | null;
  /** Called now if it is open, and each time it is opened. */
  whenOpen(read: () => void): void;
}
export const EventFolder = service<EventFolder>('folder of events');
