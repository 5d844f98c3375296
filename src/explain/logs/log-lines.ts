/** Log lines of a range: the reply of `/api/logs`. Times are milliseconds since the epoch. */
import { service } from '../../core/parts/service.ts';

declare module '../../http/route/page-settings.ts' {
  interface PageSettings {
    /** `/api/logs` provides log lines. */
    hasLogs?: true;
  }
}

/** Of syslog(3), the most severe first: their place in this list is their number. */
export const LOG_PRIORITIES = [
  'emerg',
  'alert',
  'crit',
  'err',
  'warning',
  'notice',
  'info',
  'debug',
] as const;
export type LogPriority = (typeof LOG_PRIORITIES)[number];

export const LOG_ORIGINS = ['unit', 'program', 'kernel', 'container'] as const;
export type LogOrigin = (typeof LOG_ORIGINS)[number];

/** Outputs of a container; a terminal has the first alone. */
export const LOG_OUTPUTS = ['stdout', 'stderr'] as const;
export type LogOutput = (typeof LOG_OUTPUTS)[number];

/** One line, or lines of one origin that differ only in numbers. */
export interface LogLine {
  /** Of the first and the last of them. */
  readonly time: number;
  readonly last: number;
  readonly origin: LogOrigin;
  /** Unit, program or container; empty for the kernel and for unknown ones. */
  readonly name: string;
  /** Null: the source records none. */
  readonly priority: LogPriority | null;
  /** Of a container; else null. */
  readonly output: LogOutput | null;
  /** The last of them: one line, secrets masked, control characters visible. */
  readonly text: string;
  readonly count: number;
}

/** `empty`: it was read, and has no such lines; `absent`: there is none here; `unreadable`: it exists. */
export const LOG_STATES = ['read', 'empty', 'absent', 'unreadable'] as const;

export interface LogSource {
  readonly source: 'journal' | 'kernel' | 'container';
  /** Of the container; else null. */
  readonly name: string | null;
  readonly state: (typeof LOG_STATES)[number];
  /** Why it was not read, or not all of it; null: nothing is missing. */
  readonly reason: string | null;
}

export interface LogAnswer {
  readonly from: number;
  readonly to: number;
  /** By the time of the first line. */
  readonly lines: readonly LogLine[];
  readonly sources: readonly LogSource[];
}

export interface WantedLogs {
  readonly from: number;
  readonly to: number;
  /** Only of this unit; null: of all, and of the kernel; `none`: neither. */
  readonly journal: { readonly unit: string | null } | 'none';
  /** Names in the list of containers. */
  readonly containers: readonly string[];
  /** Only this output of containers; null: both. */
  readonly output: LogOutput | null;
  /** The least severe. */
  readonly priority: LogPriority;
  /** A text that a line must contain, whatever its case; empty: any line. */
  readonly text: string;
  /** Lines that differ only in numbers are one, with a count. */
  readonly isGrouped: boolean;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

export interface Logs {
  /** Never rejects for a source that cannot be read; with a `GoneError` once the signal is aborted. */
  read(wanted: WantedLogs): Promise<LogAnswer>;
}
export const Logs = service<Logs>('log lines');

/** Characters of the name of a unit (systemd.unit(5)): none of them is a pattern, and none begins a path. */
const UNIT_NAME = /^[\w:.\\@-]{1,255}$/;

export const isUnitName = (text: string): boolean => UNIT_NAME.test(text);
