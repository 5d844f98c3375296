/** Everything that routes work with. */
import type { Archive } from '../../keep/archive/archive.ts';
import type { KnownNames } from '../../keep/incident/redact.ts';
import type { PastRange } from '../../keep/archive/events/between.ts';
import type { Authenticator } from '../../net/credentials/authenticator.ts';
import type { AlertBoard } from '../../core/alert.ts';
import type { Services } from '../../core/parts/service.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Fleet } from '../../fleet/hub/fleet.ts';
import type { MetricsSettings } from '../../send/metrics/options.ts';
import type { Body } from '../bodies/body.ts';
import type { Bodies } from '../bodies/bodies.ts';
import type { Turns } from '../../core/turns.ts';
import type { RouteTable } from '../http/route-table.ts';
import type { PageDefaults } from './page-settings.ts';
import type { Push } from './push.ts';
import type { AgentParts } from './agent-parts.ts';
import type { PageFlag } from './page-flags.ts';
import type { OpenedIncident } from './services.ts';

/** Configuration and command line, secrets masked. */
export interface ShownSettings {
  /** Values of the command line by name. */
  args(): Readonly<Record<string, unknown>>;
  /** Values of the configuration file as text, by section and key. */
  config(): Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The web page and its initial settings. */
export interface WebPage {
  /** Folder with `index.html`, `fleet.html` and `static/`. */
  folder: string;
  /** Seconds between updates. */
  refresh: number;
  defaults: PageDefaults;
  /** Origins whose pages may embed it, or `self`; default: none. */
  frameAncestors?: readonly string[];
  /** Serve the page of this host; default: true. */
  hasHost?: boolean;
  /** Serve the fleet's page and one for each server; default: false. */
  hasFleet?: boolean;
}

export { type AgentParts, whenRead, whenSampled } from './agent-parts.ts';

export interface RouteContext {
  /** What parts provide. A route that is converted gets nothing else of this context. */
  services: Services;
  /** Flags of features for the page. */
  pageFlags: readonly PageFlag[];
  /** URL prefix, without trailing slash. */
  base: string;
  /** Prefix of all routes of version 4: `<base>/api/4`. */
  root: string;
  /** Version of Gander; clients expect it to begin with the API's major version. */
  version: string;
  /** Identifies this run of the agent: ETags of another run are void. */
  run: string;
  agent: AgentParts;
  /** The ongoing alerts. */
  alerts: AlertBoard;
  /** All plugins, enabled or not, sorted by name. */
  registry: readonly Plugin[];
  bodies: Bodies;
  turns: Turns;
  settings: ShownSettings;
  /** Null without a password. */
  authenticator: Authenticator | null;
  /** Maximum number of open streams. */
  streams: number;
  /** The watched servers; null on an agent that is not a hub. */
  fleet: Fleet | null;
  /** The history on disk, or the reason for its absence. */
  archive: Archive | { readonly off: string };
  /** The histories of the watched servers; null on an agent that is not a hub. */
  fleetArchive: Archive | { readonly off: string } | null;
  /** The served incident file; null for a live machine. */
  incident: OpenedIncident | null;
  /** Names of this machine and its users, to redact; null: incidents cannot be written. */
  names: (() => KnownNames) | null;
  /** Events and marks of a range, from disk; null: not recorded. */
  pastEvents: ((from: number, to: number) => Promise<PastRange>) | null;
  /** Browsers with notifications; null: not available. */
  push: Push | null;
  /** Null: there is none. */
  page: WebPage | null;
  /** Folder of the Swagger UI; null without it. */
  swaggerFolder: string | null;
  metrics: MetricsSettings;
  /** Milliseconds since the epoch, on the clock of the agent. */
  now(): number;
  /** All registered routes, later ones included. */
  routes: RouteTable;
  /** Receives internal errors. */
  onFault(error: unknown): void;
  /** Runs before open connections are closed. */
  beforeClose(stop: () => void): void;
  /** Runs once all connections are closed. */
  afterClose(stop: () => void): void;
  /** The OpenAPI document. */
  describe(): Promise<Body>;
}

/** Whether the API requires credentials. */
export const accessOf = ({ authenticator }: RouteContext): 'open' | 'protected' =>
  authenticator === null ? 'open' : 'protected';

/** Number of path segments before the route's own part. */
export const depthOf = (root: string): number => root.split('/').length - 1;
