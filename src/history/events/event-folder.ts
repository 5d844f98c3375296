/** Folder of the event journal, whose lock this agent holds while it is open. Features have their files in it. */
import { service } from '../../core/parts/service.ts';

export interface EventFolder {
  readonly path: string;
  /** Why nothing can be saved now; null: it can. */
  obstacle(): string | null;
  /**
   * Called once the folder can be read, and each time it is opened: files in it do not depend on the journal. Not called while it is
   * that of another agent, or a disk hangs.
   */
  whenReadable(read: () => void): void;
}
export const EventFolder = service<EventFolder>('folder of events');
