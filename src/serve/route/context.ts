/** Everything that routes work with. */
import type { Archive } from '../../keep/archive/archive.ts';
import type { Notes } from '../../features/notes/notes.ts';
import type { Explanation, TimeSpan } from '../../keep/explain/explanation.ts';
import type { IncidentHistory } from '../../keep/incident/history.ts';
import type { KnownNames } from '../../keep/incident/redact.ts';
import type { PastRange } from '../../keep/archive/events/between.ts';
import type { Authenticator } from '../../net/credentials/authenticator.ts';
import type { AlertBoard } from '../../core/alert.ts';
import type { Forecasts } from '../../core/forecast.ts';
import type { Logs } from '../../core/logs.ts';
import type { CheckReports } from '../../core/check-result.ts';
import type { Served } from '../../core/served.ts';
import type { MaybePromise, Plugin } from '../../core/plugin.ts';
import type { WatchedLevels } from '../../judge/levels/levels.ts';
import type { Pool } from '../../core/pool.ts';
import type { Origin } from '../../core/process-origin.ts';
import type { EventEngine } from '../../judge/events/engine.ts';
import type { Silences } from '../../features/silences/silences.ts';
import type { Fleet } from '../../fleet/hub/fleet.ts';
import type { Beats } from '../../features/beats/beats.ts';
import type { Sampler } from '../../measure/sampler/sampler.ts';
import type { HeartbeatState } from '../../send/deliver/heartbeat.ts';
import type { MetricsSettings } from '../../send/metrics/options.ts';
import type { ExporterReport } from '../../send/metrics/exporters.ts';
import type { Store } from '../../core/store/store.ts';
import type { ProcessDifferences } from '../bodies/process-differences.ts';
import type { Body } from '../bodies/body.ts';
import type { Bodies } from '../bodies/bodies.ts';
import type { Turns } from '../../core/turns.ts';
import { notYetRead } from '../http/errors.ts';
import type { RouteTable } from '../http/route-table.ts';
import type { PageDefaults } from './page-settings.ts';
import type { Push } from './push.ts';
import type { Boards } from './boards.ts';
import type { Rules } from './rules.ts';

/** The part of the agent that routes use. */
export interface AgentParts {
  /** The enabled plugins, sorted by name. */
  readonly plugins: readonly Plugin[];
  readonly store: Store;
  readonly sampler: Pick<Sampler, 'touch' | 'keepActive' | 'refreshIdle' | 'states' | 'isUnread'>;
  readonly levels: WatchedLevels;
  pools(): readonly Pool[];
  /** Results of all checks. */
  readonly checks: CheckReports;
  /** Null if the alert plugin is disabled. */
  readonly events: Pick<EventEngine, 'clear' | 'lasting' | 'recent'> | null;
}

/** Access to single processes; controls their scanner. */
export interface Processes {
  /** The entry of a process in the process list, or null. */
  process(pid: number): Served | null;
  /** Selects the process to read in detail; false if no process has this number. */
  select(pid: number): boolean;
  /** Origin (container, unit) of each process of the last scan; null for others. Scans read control groups for a minute after a call. */
  askOrigins(): (pid: number) => Origin | null;
  /** Ends the selection. */
  clear(): void;
  /** The entry of the selected process with its details; null: none selected, or ended. */
  current(): Served | null;
}

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

/** The running exporters. */
export interface ShownExports {
  states(): readonly ExporterReport[];
  /** Retries what is queued; false for an unknown name. */
  flush(name: string): boolean;
}

/** Logs are disabled; the reason completes a sentence. */
export interface LogsOff {
  readonly off: string;
}

/** The incident file served instead of a machine. */
export interface OpenedIncident {
  /** The explained range and its explanation. */
  readonly window: TimeSpan;
  /** Initial time of the page, milliseconds since the epoch. */
  readonly at: number;
  readonly explanation: Explanation;
  readonly past: IncidentHistory;
}

export interface RouteContext {
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
  processes: Processes;
  /** Differences of the process list. */
  differences: ProcessDifferences;
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
  /** Forecasts of when something will be full. */
  forecasts: () => Forecasts;
  /** Events and marks of a range, from disk; null: not recorded. */
  pastEvents: ((from: number, to: number) => Promise<PastRange>) | null;
  /** Silences; null: not available. */
  silences: Silences | null;
  /** Notes on the time line; null: not available. */
  notes: Notes | null;
  /** Alert rules set on the page; null: not available. */
  rules: Rules | null;
  /** Saved boards; null: not available. */
  boards: Boards | null;
  /** Browsers with notifications; null: not available. */
  push: Push | null;
  /** Log lines of a range, or why logs are disabled; null: not available. */
  logs: Logs | LogsOff | null;
  /** Why events, notes and silences cannot be saved at present; null if they can. */
  journalObstacle: () => string | null;
  /** Null: there is none. */
  page: WebPage | null;
  /** Folder of the Swagger UI; null without it. */
  swaggerFolder: string | null;
  metrics: MetricsSettings;
  /** Null without exporters. */
  exports: ShownExports | null;
  /** Push checks; null: not available. */
  beats: Beats | null;
  /** Receives each polling hub: its address, and how it accepts goodbyes. */
  onHub: (address: string, goodbye: unknown) => void;
  /** State of the calls made by `[heartbeat]`; null without them. */
  heartbeat: (() => HeartbeatState) | null;
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

/** Runs once paused plugins have been read; synchronously if none is paused. */
export function whenSampled<T>(agent: AgentParts, plugins: readonly string[], then: () => MaybePromise<T>) {
  const waking = agent.sampler.touch(plugins);
  return waking === null ? then() : waking.then(then);
}

/** The same for the plugin of the reply. Throws 503 during its first read, when its value is unknown rather than empty. */
export const whenRead = <T>(agent: AgentParts, plugin: string, then: () => MaybePromise<T>) =>
  whenSampled(agent, [plugin], () => {
    if (agent.sampler.isUnread(plugin)) throw notYetRead(plugin);
    return then();
  });

/** Number of path segments before the route's own part. */
export const depthOf = (root: string): number => root.split('/').length - 1;
