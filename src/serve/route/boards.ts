/** Boards, as routes see them. */
import type { Board } from '../../core/board.ts';

export interface Boards {
  /** Path of the folder that keeps them; null: there can be none. */
  readonly folder: string | null;
  /** By name, and why others cannot be read. */
  list(): Promise<{ readonly boards: readonly Board[]; readonly problems: readonly string[] }>;
  /** Rejects with {@link BoardsFull}, or with the reason why the file cannot be written. */
  save(board: Board): Promise<void>;
  /** False: there is none of this name. */
  remove(name: string): Promise<boolean>;
}

export class BoardsFull extends Error {
  override readonly name = 'BoardsFull';
}
