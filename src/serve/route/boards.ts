/** Interface of boards for routes. */
import type { Board } from '../../features/boards/board.ts';

export interface Boards {
  /** Path of their folder; null: not available. */
  readonly folder: string | null;
  /** All boards by name, and reasons for unreadable ones. */
  list(): Promise<{ readonly boards: readonly Board[]; readonly problems: readonly string[] }>;
  /** Rejects with {@link BoardsFull}, or with the reason of a failed write. */
  save(board: Board): Promise<void>;
  /** False: none with this name. */
  remove(name: string): Promise<boolean>;
}

export class BoardsFull extends Error {
  override readonly name = 'BoardsFull';
}
