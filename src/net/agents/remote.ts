/** A remote agent, whatever is spoken with it. */
import type { Json, ServedMember } from '../../core/served.ts';
import type { RequestError } from '../transport/request-error.ts';

/** Gets the value of a path. Throws {@link RequestError}. */
export type Ask = (path: string) => Promise<Json>;

/** Values by plugin; a `RequestError` stands for an unreadable one. */
export type RawValues = ReadonlyMap<string, ServedMember | RequestError>;

export interface Remote {
  /** Names of plugins that may be read, as we call them. */
  readonly plugins: readonly string[];
  /** It asked for the password, and took it. */
  readonly isLoggedIn: boolean;
  /** Current raw values of plugins. Throws {@link RequestError} if all are unreadable. */
  read(names: readonly string[]): Promise<RawValues>;
  /** Returns the limits of all plugins, as received. Throws {@link RequestError}. */
  limits(): Promise<Json>;
  /** Requests any path of its API; null if it has no such API. Throws {@link RequestError}. */
  readonly ask: Ask | null;
  /** Downloads a file of its API, of one type and limited size; null if it has no such API. Throws {@link RequestError}. */
  readonly fetch: ((path: string, file: { type: string; maxBytes: number }) => Promise<Buffer>) | null;
  /** Posts JSON to a path of its API. Throws {@link RequestError} with the agent's own reason; null: it has no such API. */
  readonly post: ((path: string, body: object) => Promise<Json>) | null;
  close(): void;
}

/** Problems that one plugin may have while the others can be read. */
export const isAboutOne = ({ problem }: RequestError): boolean => problem === 'absent';
