/** A notice in the queue of a target: JSON. */
import type { Stretches } from '../../core/stretches.ts';
import type { ShownAlert } from '../../core/alert.ts';
import type { EventReading } from '../../core/event.ts';
import { EVENT_STATES, NOTICE_KINDS, type Notice, type NoticeEvent } from './notice.ts';

export const bytesOf = (notice: Notice): Uint8Array => Buffer.from(JSON.stringify(notice));

/** Null if the bytes are invalid. */
export const noticeIn = (bytes: Uint8Array): Notice | null => {
  const value = jsonIn(Buffer.from(bytes).toString('utf8'));
  return isNotice(value) ? value : null;
};

/** Undefined if the text is invalid. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
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

const isFinding = has({
  kind: isText,
  label: isNullOr(isText),
  sentence: isText,
  details: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
});

const isReading = has({
  value: isNumber,
  threshold: isNullOr(isNumber),
  unit: isNullOr(isText),
} satisfies Record<keyof EventReading, unknown>);

const isStretches = has({
  count: isNumber,
  seconds: isNumber,
  since: isNullOr(isNumber),
} satisfies Record<keyof Stretches, unknown>);

const isOptionalText = (value: unknown): boolean => value === undefined || isText(value);
const isShown = has({ subject: isText, sentence: isText, link: isText, who: isOptionalText } satisfies Record<
  keyof ShownAlert,
  unknown
>);

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
  stretches: (value: unknown) => value === undefined || isStretches(value),
  raises: (value: unknown) => value === undefined || isNumber(value),
  finding: (value: unknown) => value === undefined || isFinding(value),
  reading: (value: unknown) => value === undefined || isReading(value),
  culprits: () => true,
  shown: (value: unknown) => value === undefined || isShown(value),
  server: (value: unknown) => value === undefined || isText(value),
} satisfies Record<keyof NoticeEvent, unknown>);

const isNoticeShape = has({
  id: (value: unknown) => isText(value) && /^[\w-]{1,64}$/.test(value as string),
  kind: isOneOf(NOTICE_KINDS),
  host: isText,
  event: isNullOr(isEvent),
} satisfies Record<keyof Notice, unknown>);

const isNotice = (value: unknown): value is Notice => isNoticeShape(value);
