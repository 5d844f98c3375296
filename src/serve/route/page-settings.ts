/** Settings that are embedded in the pages. */

/** Settings of the page, in its `<meta name="gander">`. */
export interface PageSettings {
  version: string;
  /** Name of this run of the agent: when it changes, the agent has been started again. */
  run: string;
  /** Seconds between updates. */
  refresh: number;
  /** Whether the API asks for credentials. */
  access: 'open' | 'protected';
  /** Where the hub is that passes the page's requests on to another server, relative to the page; none on the page of a single agent. */
  hub?: string;
  /** Where the page of all servers is, relative to the page; none without a hub. */
  fleet?: string;
  /** `/api/history/events` has the events of the past. */
  keepsEvents?: true;
  /** `/api/push` adds browsers that get notifications. */
  canPush?: true;
  /** `/api/boards` has the boards. */
  hasBoards?: true;
  /** `/api/rules` has the alert rules. */
  hasRules?: true;
  /** `/api/logs` has log lines. */
  hasLogs?: true;
  /** `/api/snapshot` writes incidents as files. */
  canSnapshot?: true;
  /** The page shows a file: the explained time in it, and the moment to begin with, in milliseconds since the epoch. */
  incident?: { readonly from: number; readonly to: number; readonly at: number };
  /** How things are shown until the one who looks decides otherwise. */
  defaults: PageDefaults;
}

/** Options of the command line that are about showing. */
export interface PageDefaults {
  /** Network rates in bytes instead of bits. */
  byte?: boolean;
  fahrenheit?: boolean;
  percpu?: boolean;
  /** Free space in place of used. */
  freeSpace?: boolean;
  iops?: boolean;
  latency?: boolean;
  meanGpu?: boolean;
  longNames?: boolean;
  /** CPU of processes as a share of all cores. */
  perMachine?: boolean;
}
