/** Requests to an engine and their meaning. Paths are relative to the API version's prefix. */
import type { Json } from '../../../core/served.ts';
import type { LifeEvent } from './endings.ts';
import type { Container, Usage } from './engine.ts';

/** A container in the list. */
export interface Listed extends Pick<
  Container,
  'id' | 'name' | 'created' | 'command' | 'ports' | 'startedAt' | 'pod'
> {
  readonly imageId: string;
  /** Name of the image as the container was made from it. */
  readonly imageName: string;
  readonly state: string;
  /** A fingerprint that changes with the container. */
  readonly signature: string;
}

/** Details that only a request for the one container gives. */
export interface Details extends Pick<Listed, 'state' | 'created' | 'command' | 'ports' | 'startedAt'> {
  /** State of its health check; empty without one. */
  readonly health: string;
  /** Main process; 0: none. */
  readonly pid: number;
  /** In the engine's words; namespaces decide where they can be compared. */
  readonly hostNetwork: boolean;
  /** Cores it may use; null without limit. */
  readonly cpuLimit: number | null;
  /** Milliseconds since the epoch; of an earlier run while it runs, null when it never ran. */
  readonly endedAt: number | null;
  readonly exitCode: number | null;
  readonly oomKilled: boolean;
  /** Restarts by its restart policy since it was last started on request; null: unknown. */
  readonly restarts: number | null;
  /** Health checks that failed in a row. */
  readonly failingStreak: number;
  /** Its engine removes it when it ends (`--rm`). */
  readonly autoRemove: boolean;
  /** It has a terminal (`--tty`). */
  readonly hasTerminal: boolean;
}

/** A change that makes known data obsolete. */
export type EngineEvent = LifeEvent | 'images' | null;

/** Measurements that came in one line of a stream, by identifier of the container. */
export type UsageFrame = ReadonlyMap<string, Omit<Usage, 'at' | 'cpuLimit'>>;

export interface Dialect {
  readonly engine: 'docker' | 'podman';
  listPath(all: boolean): string;
  parseList(body: Json): Listed[];
  detailsPath(id: string): string;
  /** Null: it is no container. */
  parseDetails(body: Json, listed: Listed): Details | null;
  imagePath(id: string): string;
  /** Events since a time (Unix seconds), and future ones. */
  eventsPath(since: number): string;
  parseEvent(event: Json): EngineEvent;
  /** One stream for each container, or (null) one for all. */
  statsPath(id: string | null): string;
  readonly statsPerContainer: boolean;
  /** Null: the line has no measurements, such as an error. */
  parseFrame(frame: Json): UsageFrame | null;
}

export const RUNNING_STATES: ReadonlySet<string> = new Set([
  'running',
  'paused',
  'restarting',
  'removing',
  'stopping',
]);

/** Events without visible changes; each health check causes three. */
export const isQuiet = (action: string): boolean =>
  /^(?:exec|top|attach|detach|resize|export|copy|archive|extract|commit|mount|unmount|sync|init|wait)/.test(
    action,
  );
