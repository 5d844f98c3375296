/** Services that the HTTP API itself provides to routes. */
import type { Served } from '../../core/served.ts';
import { type Service, type Services, service, viewOf } from '../../core/parts/service.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Authenticator } from '../../net/credentials/authenticator.ts';
import type { Body } from '../body/body.ts';

export interface Access {
  /** Null without a password. */
  readonly authenticator: Authenticator | null;
}
export const Access = service<Access>('access');
export const Authentication = viewOf(Access, ({ authenticator }) => authenticator);
/** Off without a password. */
export const Login: Service<Authenticator> = service<Authenticator>('login');

/** All services, without the arguments of processes. */
export const ServicesForViewers: Service<Services> = service<Services>('services for viewers');

/** Services that hold these servers of the hub alone. */
export type ForServers = (servers: readonly string[], services: Services) => Services;
export const ForServers: Service<ForServers> = service<ForServers>('services for some servers');

/** Where routes are. */
export interface Place {
  /** URL prefix, without trailing slash. */
  readonly base: string;
  /** Prefix of all routes of version 4: `<base>/api/4`. */
  readonly root: string;
}
export const Place = service<Place>('place of routes');
export const Base = viewOf(Place, ({ base }) => base);
/** Off without one. */
export const Prefix: Service<string> = service<string>('URL prefix');

export interface ServedRun {
  readonly version: string;
  /** Identifies this run of the agent: ETags of another run are void. */
  readonly run: string;
}
export const ServedRun = service<ServedRun>('this run');
export const RunName = viewOf(ServedRun, ({ run }) => run);
export const ServedVersion = viewOf(ServedRun, ({ version }) => version);

/** Milliseconds since the epoch, on the clock of the agent. */
export const Now: Service<() => number> = service<() => number>('time');

/** All plugins, enabled or not, sorted by name. */
export const Registry: Service<readonly Plugin[]> = service<readonly Plugin[]>('plugins');

/** Configuration and command line, secrets masked. */
export interface ShownSettings {
  /** Values of the command line by name. */
  args(): Readonly<Served>;
  /** Values of the configuration file as text, by section and key. */
  config(): Readonly<Record<string, Readonly<Record<string, string>>>>;
}
export const ShownSettings = service<ShownSettings>('settings');

/** Most concurrent streams. */
export const StreamLimit: Service<number> = service<number>('limit of streams');
/** Receives internal errors, for which the client gets 500. */
export const Faults: Service<(error: unknown) => void> = service<(error: unknown) => void>('internal errors');

/** Hooks at the end of the server. */
export interface Closing {
  /** Runs before open connections are closed. */
  before(stop: () => void): void;
  /** Runs once all connections are closed. */
  after(stop: () => void): void;
}
export const Closing = service<Closing>('end of the server');

/** Returns the OpenAPI document. */
export const ApiDocument: Service<() => Promise<Body>> = service<() => Promise<Body>>('OpenAPI document');
/** Folder of the Swagger UI; null without it. */
export const SwaggerFolder: Service<string | null> = service<string | null>('Swagger UI');
