/** Log lines of a range: the reply of `/api/logs`. Times are milliseconds since the epoch. */
import { service } from '../../core/parts/service.ts';
import {
  closed,
  integer,
  listOf,
  moment,
  oneOf,
  orNull,
  type Shape,
  text,
  type TypeOf,
} from '../../core/shape.ts';

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

const time = (description: string): Shape<number> => ({ ...moment(description), type: 'integer' });

/** Outputs of a container; a terminal has the first alone. */
export const LOG_OUTPUTS = ['stdout', 'stderr'] as const;
export type LogOutput = (typeof LOG_OUTPUTS)[number];

const LINE = closed('A line, or lines of one origin that are equal but for their numbers.', {
  time: time('Time of the first of them'),
  last: time('Time of the last of them'),
  origin: oneOf(
    ['unit', 'program', 'kernel', 'container'],
    'unit: a unit of systemd; program: a program outside of units.',
  ),
  name: text('Unit, program or container; empty for the kernel.'),
  priority: orNull(oneOf(LOG_PRIORITIES), 'Severity; null: the source records none.'),
  output: orNull(
    oneOf(LOG_OUTPUTS),
    'Output of the container, with a terminal always stdout; null: the line is of no container.',
  ),
  text: text(
    'Text of the last line: secrets masked, control characters as visible signs, cut at 1,000 characters.',
  ),
  count: integer('Number of lines.', { minimum: 1 }),
});
export type LogLine = TypeOf<typeof LINE>;
export type LogOrigin = LogLine['origin'];

const SOURCE = closed('A source of lines.', {
  source: oneOf(['journal', 'kernel', 'container'], 'Kind of source.'),
  name: orNull(text('Name of the container; null: it is none.')),
  state: oneOf(
    ['read', 'empty', 'absent', 'unreadable'],
    'empty: it has no such lines; absent: it does not exist here; unreadable: it exists, but cannot be read.',
  ),
  reason: orNull(text('Why lines of it are missing; null: none are.')),
});
export type LogSource = TypeOf<typeof SOURCE>;

export const LOGS = closed('Log lines of a time range.', {
  from: time('Begin'),
  to: time('End'),
  lines: listOf(LINE, { description: 'By the time of the first line.' }),
  sources: listOf(SOURCE, { description: 'What was read, and what could not be.' }),
});
export type LogAnswer = TypeOf<typeof LOGS>;

export interface WantedLogs {
  readonly from: number;
  readonly to: number;
  /** Only of this unit; null: of all, and of the kernel; `none`: neither. */
  readonly journal: { readonly unit: string | null } | 'none';
  /** Names in the list of containers. */
  readonly containers: readonly string[];
  /** Only this output of containers; null: both. */
  readonly output: LogOutput | null;
  /** Least severe priority. */
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
