/** Everything that routes work with. */
import type { Archive } from '../../keep/archive/archive.ts';
import type { Notes } from '../../keep/archive/events/notes.ts';
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
import type { Silences } from '../../judge/events/silences.ts';
import type { Fleet } from '../../fleet/hub/fleet.ts';
import type { Beats } from '../../measure/beats/beats.ts';
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

/** The half of the agent that routes read. */
export interface AgentParts {
  /** The enabled plugins, sorted by name. */
  readonly plugins: readonly Plugin[];
  readonly store: Store;
  readonly sampler: Pick<Sampler, 'touch' | 'keepActive' | 'refreshIdle' | 'states' | 'isUnread'>;
  readonly levels: WatchedLevels;
  pools(): readonly Pool[];
  /** Results of all checks. */
  readonly checks: CheckReports;
  /** Null when the alert plugin is off. */
  readonly events: Pick<EventEngine, 'clear' | 'lasting' | 'recent'> | null;
}

/** Single processes; steers the source that scans them. */
export interface Processes {
  /** The entry of a process as the process list serves it; null when there is none. */
  process(pid: number): Served | null;
  /** Chooses the one process that is looked at closely; false when there is none with this number. */
  select(pid: number): boolean;
  /** Where processes of the last scan come from; null for others. For a minute scans then read control groups too. */
  askOrigins(): (pid: number) => Origin | null;
  /** Ends that choice. */
  clear(): void;
  /** The entry of the chosen process with its additional members; null when none is chosen or it has ended. */
  current(): Served | null;
}

/** How the program was configured and started, secrets masked. */
export interface ShownSettings {
  /** Values of the command line by name. */
  args(): Readonly<Record<string, unknown>>;
  /** Values of the configuration file as text, by section and key. */
  config(): Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The web page, and how it begins. */
export interface WebPage {
  /** Holds `index.html`, `fleet.html` and `static/`. */
  folder: string;
  /** Seconds between updates. */
  refresh: number;
  defaults: PageDefaults;
  /** Origins whose pages may embed it, or `self`; default: none. */
  frameAncestors?: readonly string[];
  /** Whether there is a page of this host; default: true. */
  hasHost?: boolean;
  /** Whether there is a page of the fleet, and one of each of its servers; default: false. */
  hasFleet?: boolean;
}

/** The running exporters. */
export interface ShownExports {
  states(): readonly ExporterReport[];
  /** Tries to send what waits; false: there is none with this name. */
  flush(name: string): boolean;
}

/** Logs are disabled; the reason is part of a sentence. */
export interface LogsOff {
  readonly off: string;
}

/** The file that is served in place of a machine. */
export interface OpenedIncident {
  /** The explained time, and its explanation. */
  readonly window: TimeSpan;
  /** The moment that the page begins with, milliseconds since the epoch. */
  readonly at: number;
  readonly explanation: Explanation;
  readonly past: IncidentHistory;
}

export interface RouteContext {
  /** Path that everything is below, without slash at its end. */
  base: string;
  /** Path that all routes of version 4 begin with: `<base>/api/4`. */
  root: string;
  /** Of the service; clients expect it to begin with the major number of the API. */
  version: string;
  /** Name of this run of the agent: validators of one run mean nothing in the next. */
  run: string;
  agent: AgentParts;
  /** The alerts that stand now. */
  alerts: AlertBoard;
  /** All plugins there are, enabled or not, sorted by name. */
  registry: readonly Plugin[];
  bodies: Bodies;
  turns: Turns;
  settings: ShownSettings;
  processes: Processes;
  /** The process list as what has changed. */
  differences: ProcessDifferences;
  /** Null where no password is set. */
  authenticator: Authenticator | null;
  /** Streams at a time. */
  streams: number;
  /** The servers that this one watches; null: it is no hub. */
  fleet: Fleet | null;
  /** The history on disk, or why there is none. */
  archive: Archive | { readonly off: string };
  /** The same of the servers that are watched; null: it is no hub. */
  fleetArchive: Archive | { readonly off: string } | null;
  /** Null: a machine is served. */
  incident: OpenedIncident | null;
  /** Names of this machine and its people, for what is redacted; null: nothing is written as a file. */
  names: (() => KnownNames) | null;
  /** When something will be full. */
  forecasts: () => Forecasts;
  /** Events and marks of a range of time, from disk; null: none are kept. */
  pastEvents: ((from: number, to: number) => Promise<PastRange>) | null;
  /** Silenced alerts; null: none can be. */
  silences: Silences | null;
  /** Notes on the time line; null: none can be kept. */
  notes: Notes | null;
  /** Rules that are set on the page; null: none can be. */
  rules: Rules | null;
  /** Numbers put together under a name; null: there can be none. */
  boards: Boards | null;
  /** Browsers that get notifications; null: none can. */
  push: Push | null;
  /** Log lines of a time, or why none are read; null: there can be none. */
  logs: Logs | LogsOff | null;
  /** Why events, notes and silences cannot be kept at the moment; null: they can. */
  journalObstacle: () => string | null;
  /** Null: there is none. */
  page: WebPage | null;
  /** Holds the files of Swagger UI; null: there are none. */
  swaggerFolder: string | null;
  metrics: MetricsSettings;
  /** Null: no exporter runs. */
  exports: ShownExports | null;
  /** Calls of other programs; null: none can be kept. */
  beats: Beats | null;
  /** Told of a hub that polls: its address, and how it takes goodbyes. */
  onHub: (address: string, goodbye: unknown) => void;
  /** State of the calls of `[heartbeat]`; null: there are none. */
  heartbeat: (() => HeartbeatState) | null;
  /** Milliseconds since the epoch, on the clock of the agent. */
  now(): number;
  /** All routes that are registered, also later. */
  routes: RouteTable;
  /** Told of errors that are the program's own fault. */
  onFault(error: unknown): void;
  /** Stops something before open connections are closed. */
  beforeClose(stop: () => void): void;
  /** Stops something once all are closed. */
  afterClose(stop: () => void): void;
  /** The OpenAPI document. */
  describe(): Promise<Body>;
}

/** Whether the API asks for credentials. */
export const accessOf = ({ authenticator }: RouteContext): 'open' | 'protected' =>
  authenticator === null ? 'open' : 'protected';

/** Does something once resting plugins have been read: at once, when none of them rests. */
export function whenSampled<T>(agent: AgentParts, plugins: readonly string[], then: () => MaybePromise<T>) {
  const waking = agent.sampler.touch(plugins);
  return waking === null ? then() : waking.then(then);
}

/** The same of one plugin that the answer is about. Throws 503 while its first read lasts: its value is not known to be empty. */
export const whenRead = <T>(agent: AgentParts, plugin: string, then: () => MaybePromise<T>) =>
  whenSampled(agent, [plugin], () => {
    if (agent.sampler.isUnread(plugin)) throw notYetRead(plugin);
    return then();
  });

/** Segments in front of those that a route's own part of the path begins with. */
export const depthOf = (root: string): number => root.split('/').length - 1;
