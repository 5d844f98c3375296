/** Entries of the journal of events, one a line. */
import type { AlertEvent, EventFinding, EventReading, EventServer, SavedEvent } from '../../../core/event.ts';
import { checkedLine, parseCheckedLine } from '../checked-line.ts';
import type { SinceBoot } from './since-boot.ts';

/** When, also by the kernel's own time, where it tells. */
interface Timed extends Partial<SinceBoot> {
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** An event after something happened to it. */
export interface EventEntry extends Timed, SavedEvent {
  readonly kind: 'begin' | 'level' | 'resume' | 'continue' | 'end';
  /** It ended too soon to be kept in the list. */
  readonly dropped: boolean;
}

/** Events were removed from the list; the journal keeps them. */
export interface ClearEntry extends Timed {
  readonly kind: 'clear';
  readonly which: 'all' | 'warning';
}

/** Something happened to the agent: `start`, `stop`, `killed`, `clock`, `paused`, … */
export interface MarkEntry extends Timed {
  readonly kind: 'mark';
  readonly mark: string;
  /** In words: why, or how much. */
  readonly detail?: string;
}

export type JournalEntry = EventEntry | ClearEntry | MarkEntry;

export const lineOf = (entry: JournalEntry): string => checkedLine(entry);

/** The entry of a line; null when it is damaged, or of a kind that is not known (a newer version wrote it). */
export function parseLine(line: string): JournalEntry | null {
  const value = parseCheckedLine(line);
  return value && entryOf(value);
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isOptionalText: Check = (value) => value === undefined || isText(value);

const EVENT_KINDS: ReadonlySet<unknown> = new Set(['begin', 'level', 'resume', 'continue', 'end']);

function entryOf(value: Record<string, unknown>): JournalEntry | null {
  if (!isNumber(value['time']) || !isOptionalText(value['boot'])) return null;
  if (value['uptime'] !== undefined && !isNumber(value['uptime'])) return null;
  const { kind } = value;
  if (kind === 'clear' && (value['which'] === 'all' || value['which'] === 'warning'))
    return value as unknown as ClearEntry;
  if (kind === 'mark' && isText(value['mark']) && isOptionalText(value['detail']))
    return value as unknown as MarkEntry;
  return EVENT_KINDS.has(kind) && isSavedEvent(value) ? (value as unknown as EventEntry) : null;
}

const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const hasForm = (value: unknown, form: readonly (readonly [string, Check])[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  form.every(([key, check]) => check((value as Record<string, unknown>)[key]));

// Lists, since a start reads thousands of lines.
const EVENT_FORM = Object.entries({
  begin: isNumber,
  end: isNumber,
  state: (value) => value === 'WARNING' || value === 'CRITICAL',
  type: isText,
  max: isNumber,
  avg: isNumber,
  min: isNumber,
  sum: isNumber,
  count: isNumber,
  top: (value) => Array.isArray(value) && value.every(isText),
  desc: isText,
  sort: isText,
  global_msg: isText,
} satisfies Record<keyof AlertEvent, Check>);

const isDetail: Check = (value) => isText(value) || isNumber(value) || typeof value === 'boolean';

const FINDING_FORM = Object.entries({
  kind: isText,
  label: (value) => value === null || isText(value),
  sentence: isText,
  details: (value) => typeof value === 'object' && value !== null && Object.values(value).every(isDetail),
  stage: (value) => value === undefined || isNumber(value),
  isOld: (value) => value === undefined || value === true,
} satisfies Record<keyof EventFinding, Check>);

const READING_FORM = Object.entries({
  value: isNumber,
  threshold: (value) => value === null || isNumber(value),
  unit: (value) => value === null || isText(value),
} satisfies Record<keyof EventReading, Check>);

const SERVER_FORM = Object.entries({
  id: isText,
  name: isText,
  notifies: (value) => typeof value === 'boolean',
} satisfies Record<keyof EventServer, Check>);

const SAVED_FORM = Object.entries({
  id: (value) => Number.isSafeInteger(value),
  plugin: isText,
  field: isText,
  identity: (value) => value === null || isText(value),
  stat: isText,
  event: (value) => hasForm(value, EVENT_FORM),
  cleared: (value) => value === undefined || value === true,
  finding: (value) => value === undefined || hasForm(value, FINDING_FORM),
  reading: (value) => value === undefined || hasForm(value, READING_FORM),
  server: (value) => value === undefined || hasForm(value, SERVER_FORM),
} satisfies Record<keyof SavedEvent, Check>);

export const isSavedEvent = (value: unknown): value is SavedEvent => hasForm(value, SAVED_FORM);
