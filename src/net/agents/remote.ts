/** A remote agent, whatever is spoken with it. */
import type { RequestError } from '../transport/request-error.ts';

export interface Remote {
  /** Names of plugins that may be read, as we call them. */
  readonly plugins: readonly string[];
  /** It asked for the password, and took it. */
  readonly isLoggedIn: boolean;
  /**
   * Current raw values of plugins, of unknown shape. A `RequestError` replaces each unreadable value. Throws {@link RequestError} if
   * all are.
   */
  read(names: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /** The limits of all plugins, as they came. Throws {@link RequestError}. */
  limits(): Promise<unknown>;
  /** The value of any path of its API; null: it has none. Throws {@link RequestError}. */
  readonly ask: ((path: string) => Promise<unknown>) | null;
  /** The bytes of a file of its API, of a type and at most of a size; null: it has no such API. Throws {@link RequestError}. */
  readonly fetch: ((path: string, file: { type: string; maxBytes: number }) => Promise<Buffer>) | null;
  /** Posts JSON to a path of its API. Throws {@link RequestError} with the agent's own reason; null: it has no such API. */
  readonly post: ((path: string, body: unknown) => Promise<unknown>) | null;
  close(): void;
}

/** Problems that one plugin may have while the others can be read. */
export const isAboutOne = ({ problem }: RequestError): boolean => problem === 'absent';
