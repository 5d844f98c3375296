/** Services that the HTTP API itself provides to routes. */
import { type Service, service } from '../../core/parts/service.ts';
import type { Turns } from '../../core/turns.ts';
import type { Explanation, TimeSpan } from '../../keep/explain/explanation.ts';
import type { IncidentHistory } from '../../keep/incident/history.ts';
import type { Authenticator } from '../../net/credentials/authenticator.ts';
import type { Bodies } from '../bodies/bodies.ts';
import type { ProcessDifferences } from '../bodies/process-differences.ts';

export interface Access {
  /** Null without a password. */
  readonly authenticator: Authenticator | null;
}
export const Access = service<Access>('access');

/** Where routes are. */
export interface Place {
  /** URL prefix, without trailing slash. */
  readonly base: string;
  /** Prefix of all routes of version 4: `<base>/api/4`. */
  readonly root: string;
}
export const Place = service<Place>('place of routes');

export interface ServedRun {
  readonly version: string;
  /** Identifies this run of the agent: ETags of another run are void. */
  readonly run: string;
}
export const ServedRun = service<ServedRun>('this run');

/** Snapshots as bytes. */
export const ServedBodies = service<Bodies>('bodies');
/** The process list as differences. */
export const ServedDifferences = service<ProcessDifferences>('differences of the process list');
export const ServedTurns = service<Turns>('turns');

/** Milliseconds since the epoch, on the clock of the agent. */
export const Now: Service<() => number> = service<() => number>('time');

/** The incident file served instead of a machine. */
export interface OpenedIncident {
  /** The explained range and its explanation. */
  readonly window: TimeSpan;
  /** Initial time of the page, milliseconds since the epoch. */
  readonly at: number;
  readonly explanation: Explanation;
  readonly past: IncidentHistory;
}
export const Incident: Service<OpenedIncident> = service<OpenedIncident>('incident file');
