/** Tells the person who started this program how it goes. */
import { service } from '../../core/parts/service.ts';

export interface Announcer {
  /** Logs a line, and prints it unless `--quiet` is given. */
  tell(line: string): void;
}
export const Announcer = service<Announcer>('messages of the start');
