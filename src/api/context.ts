/** What the routes work with. */
import type { Limits } from '../core/limits.ts';
import type { Served } from '../core/fields.ts';
import type { MaybePromise, Plugin } from '../core/plugin.ts';
import type { Pool } from '../core/pool.ts';
import type { Sampler } from '../sampler/sampler.ts';
import type { Store } from '../store/store.ts';
import type { Bodies } from './bodies/bodies.ts';
import type { Turns } from '../core/turns.ts';

/** The half of the agent that routes read. */
export interface AgentParts {
  /** The enabled plugins, sorted by name. */
  readonly plugins: readonly Plugin[];
  readonly store: Store;
  readonly sampler: Pick<Sampler, 'want' | 'hold' | 'states'>;
  readonly limits: ReadonlyMap<string, Limits>;
  pools(): readonly Pool[];
  /** Null when the alert plugin is off. */
  readonly events: { clear(which: 'all' | 'warning'): void } | null;
}

/** Single processes; steers the source that scans them. */
export interface Processes {
  /** The entry of a process as the process list serves it; null when there is none. */
  process(pid: number): Served | null;
  /** Chooses the one process that is looked at closely; false when there is none with this number. */
  select(pid: number): boolean;
  /** Ends that choice. */
  clear(): void;
  /** The entry of the chosen process with its additional members; null when none is chosen or it has ended. */
  current(): Served | null;
}

export interface RouteContext {
  /** Path that all routes of the version begin with: `/api/4`. */
  root: string;
  agent: AgentParts;
  bodies: Bodies;
  turns: Turns;
  bootId: string;
}

/** Does something once resting plugins have been read: at once, when none of them rests. */
export function whenSampled<T>(agent: AgentParts, plugins: readonly string[], then: () => MaybePromise<T>) {
  const waking = agent.sampler.want(plugins);
  return waking === null ? then() : waking.then(then);
}

/** Segments in front of those that a route's own part of the path begins with. */
export const depthOf = (root: string): number => root.split('/').length - 1;
