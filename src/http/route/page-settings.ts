/** Settings that are embedded in the pages. */

/** Settings of the page, in its `<meta name="gander">`. Features declare their flags in their folders. */
export interface PageSettings {
  version: string;
  /** Name of this run of the agent: a new one means a restart. */
  run: string;
  /** Seconds between updates. */
  refresh: number;
  access: 'open' | 'protected';
  /** True if the page was requested in a valid session. */
  hasSession?: true;
  /** Address of the hub that forwards the page's requests, relative to the page; absent on an agent's own page. */
  hub?: string;
  /** Address of the page of all servers, relative to the page; absent without a hub. */
  fleet?: string;
  /** `/api/history/events` provides past events. */
  keepsEvents?: true;
  /** `/api/push` subscribes browsers to notifications. */
  canPush?: true;
  /** `/api/snapshot` writes incidents as files. */
  canSnapshot?: true;
  /** Set if the page shows an incident file: explained time and initial time in Unix milliseconds. */
  incident?: { readonly from: number; readonly to: number; readonly at: number };
  /** Initial display settings, which users may change. */
  defaults: PageDefaults;
}

/** Display options of the command line. */
export interface PageDefaults {
  /** Network rates in bytes instead of bits. */
  byte?: boolean;
  fahrenheit?: boolean;
  percpu?: boolean;
  /** Free space instead of used. */
  freeSpace?: boolean;
  iops?: boolean;
  latency?: boolean;
  meanGpu?: boolean;
  longNames?: boolean;
  /** CPU of processes as a share of all cores. */
  perMachine?: boolean;
}
