/** A message that waits, and its form in the queue file: one JSON object per line. */
import { EVENT_STATES, NOTICE_KINDS, type Notice, type NoticeEvent } from './notice.ts';

export interface Entry {
  readonly notice: Notice;
  /** Milliseconds since the epoch, by the wall clock at the time when the entry was saved. */
  readonly queuedAt: number;
  readonly tries: number;
}

export interface SavedEntry extends Entry {
  /** Name of the target. */
  readonly target: string;
}

export const lineOf = ({ target, notice, queuedAt, tries }: SavedEntry): string =>
  JSON.stringify({ target, queuedAt, tries, notice });

/** The entry of a line, null when it is none: the file may be cut short, or have been edited. */
export function parseLine(line: string): SavedEntry | null {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : null;
  } catch {
    return null;
  }
}

type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isOneOf =
  (words: readonly string[]) =>
  (value: unknown): boolean =>
    words.includes(value as string);
const isNullOr =
  (test: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || test(value);

function has(shape: Shape): (value: unknown) => boolean {
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(shape).every(([key, test]) => test((value as Record<string, unknown>)[key]));
}

const isEvent = has({
  id: isNumber,
  type: isText,
  state: isOneOf(EVENT_STATES),
  begin: isNumber,
  end: isNumber,
  plugin: isText,
  item: isNullOr(isText),
  min: isNumber,
  avg: isNumber,
  max: isNumber,
  count: isNumber,
  desc: isText,
  top: (value: unknown) => Array.isArray(value) && value.every(isText),
} satisfies Record<keyof NoticeEvent, unknown>);

const isNotice = has({
  id: (value: unknown) => isText(value) && /^[\w-]{1,64}$/.test(value as string),
  kind: isOneOf(NOTICE_KINDS),
  host: isText,
  event: isNullOr(isEvent),
} satisfies Record<keyof Notice, unknown>);

const isEntryShape = has({
  target: isText,
  queuedAt: isNumber,
  tries: isNumber,
  notice: isNotice,
} satisfies Record<keyof SavedEntry, unknown>);

const isEntry = (value: unknown): value is SavedEntry => isEntryShape(value);
