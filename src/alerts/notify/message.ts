/** Writes a notice as a title and a few lines. Texts from the machine are plain and on one line. */
import { counted } from '../../core/counted.ts';
import type { AlertState, EventReading } from '../../core/event.ts';
import { type Unit, UNIT_SIGNS } from '../../core/unit.ts';
import { eventKey, type Notice, type NoticeEvent } from '../../core/notice.ts';
import { singleLine } from '../../net/deliver/plain-text.ts';

/** Notices of one host and one direction that are sent together, oldest first. */
export type NoticeGroup = readonly [Notice, ...Notice[]];

export interface Message {
  /** The worst notice, which decides kind and level of the message. */
  readonly notice: Notice;
  /** The notices of the message, worst first, one per event. */
  readonly notices: NoticeGroup;
  /** One line. */
  readonly title: string;
  readonly text: string;
  /** Its cause, in a sentence that is also part of the text. Null: unknown. */
  readonly cause: string | null;
  /** Address of the page at the start of the worst notice; null: unknown. */
  readonly link: string | null;
}

/** Joins the text and, on its own line, the link. */
export const withLink = ({ text, link }: Message): string => (link === null ? text : `${text}\n${link}`);

/**
 * Returns the value that passed a threshold, for an explanation; null if there is none. Failures name their cause themselves, and
 * ends need none.
 */
export const explainedIn = (group: NoticeGroup): NoticeEvent | null =>
  worstFirst(group).find(
    ({ kind, event }) =>
      (kind === 'begin' || kind === 'change') && event?.finding === undefined && event?.server === undefined,
  )?.event ?? null;

/**
 * Composes a message. The title of a group names its worst alert; the text has a line for each.
 * @param page address of the host's page
 */
export function composeMessage(
  group: NoticeGroup,
  page: URL | null = null,
  cause: string | null = null,
): Message {
  const notices = worstFirst(group);
  const [notice, ...others] = notices;
  const { event, host, kind } = notice;
  const where = `on ${singleLine(host)}`;
  const about = { notice, notices, cause, link: page && linkTo(page, event) };
  const why = cause === null ? [] : [`Why: ${singleLine(cause, 500)}`];
  if (event === null)
    return {
      ...about,
      title: `Test message from Gander ${where}`,
      text: 'Notifications of this target work.',
    };
  const head = headline(kind, event);
  const isOfOne = others.every((one) => one.host === host);
  return others.length === 0
    ? { ...about, title: `${head} ${where}`, text: [...lines(event), ...why].join('\n') }
    : {
        ...about,
        title: `${head} ${isOfOne ? '' : `${where} `}and ${counted(others.length, 'more alert')}${isOfOne ? ` ${where}` : ''}`,
        text: [...listed(notices, isOfOne), ...why].join('\n'),
      };
}

function linkTo(page: URL, event: NoticeEvent | null): string {
  const link = new URL(page);
  link.username = '';
  link.password = '';
  if (event === null) return link.href;
  if (event.server !== undefined && !link.pathname.endsWith('/')) link.pathname += '/';
  return new URL(pathTo(event), link).href;
}

/** Address of that moment, relative to the page of this host: web/state/view.ts, web/api/server-page.ts. */
export function pathTo({ begin, server, shown }: NoticeEvent): string {
  const moment = shown?.link ?? `#at=${begin * 1000}`;
  return server === undefined ? moment : `servers/${encodeURIComponent(server)}/${moment}`;
}

/** Returns the newest notice of each event, critical first. */
function worstFirst(group: NoticeGroup): NoticeGroup {
  const byEvent = new Map(group.map((notice) => [notice.event && eventKey(notice.event), notice]));
  const rank = ({ event }: Notice): number => (event?.state === 'CRITICAL' ? 0 : 1);
  const [worst = group[0], ...others] = [...byEvent.values()].toSorted((a, b) => rank(a) - rank(b));
  return [worst, ...others];
}

/** Most lines of a group: services cut longer texts. */
const MOST_LINES = 25;

function listed(notices: NoticeGroup, isOfOne: boolean): string[] {
  const all = notices.flatMap(({ kind, event, host }) =>
    event === null
      ? []
      : [`${headline(kind, event)}${isOfOne ? '' : ` on ${singleLine(host)}`}, ${timeOf(event)}`],
  );
  const more = all.length - MOST_LINES;
  return more > 0 ? [...all.slice(0, MOST_LINES), counted(more, 'more alert')] : all;
}

/** It has come and gone. */
const isBroken = ({ stretches }: NoticeEvent): boolean => (stretches?.count ?? 1) > 1;

const sinceText = ({ begin, stretches }: NoticeEvent): string =>
  stretches !== undefined && stretches.count > 1 && stretches.since !== null
    ? `${localTime(stretches.since / 1000)}, on and off since ${localTime(begin)}`
    : localTime(begin);

/** Of one that is over: `1 min 0 s of 5 min 0 s`. */
const lengthText = (event: NoticeEvent): string => {
  const length = duration(event.end - event.begin);
  return isBroken(event) ? `${duration(event.stretches?.seconds ?? 0)} of ${length}` : length;
};

const timeOf = ({ begin, end }: NoticeEvent): string =>
  end < 0 ? `since ${localTime(begin)}` : `after ${duration(end - begin)}`;

/** Returns the level of the newest value: it may have been worse. */
const stateOf = ({ end, state, reading }: NoticeEvent): AlertState =>
  end < 0 ? (reading?.level ?? state) : state;

function headline(kind: Notice['kind'], event: NoticeEvent): string {
  if (event.finding !== undefined) return failure(kind, event, singleLine(event.finding.sentence, 200));
  const type = singleLine(event.shown?.subject ?? event.type);
  if (kind === 'flapping') return `Flapping: ${type}`;
  if (kind === 'end') return `${event.raises === undefined ? 'Ended' : 'Settled'}: ${type}`;
  const state = `${kind === 'reminder' ? 'Still ' : ''}${stateOf(event)}`;
  if (event.shown !== undefined) return `${state}: ${singleLine(event.shown.sentence, 200)}`;
  // The first value of a new event, the worst of a changed or ongoing one.
  const value = quantity(kind === 'begin' ? event.avg : event.max, event.reading?.unit);
  return `${state}: ${type} ${value}`;
}

/** Describes a failure: the item, then its severity. */
function failure(kind: Notice['kind'], { begin, end, state, raises }: NoticeEvent, text: string): string {
  const what = text.replace(/\.$/, '');
  if (kind === 'flapping') return `Flapping: ${what}`;
  if (kind === 'end')
    return `${raises === undefined ? `Ended after ${duration(end - begin)}` : 'Settled'}: ${what}`;
  return `${kind === 'reminder' ? 'Still ' : ''}${state}: ${what}`;
}

function lines(event: NoticeEvent): string[] {
  return event.finding === undefined ? linesOfValue(event) : linesOfFailure(event, event.finding);
}

function linesOfFailure(
  event: NoticeEvent,
  { sentence: text, details }: NonNullable<NoticeEvent['finding']>,
): string[] {
  const { type, begin, end, raises } = event;
  return [
    singleLine(text, 500),
    ...(raises === undefined ? [] : [sentence(event)]),
    end < 0
      ? `Since ${sinceText(event)}.`
      : end === begin
        ? `At ${localTime(begin)}.`
        : `For ${lengthText(event)}, until ${localTime(end)}.`,
    ...Object.entries(details).map(([name, value]) => `${titled(name)}: ${singleLine(String(value), 200)}`),
    `Alert: ${singleLine(type)}`,
  ];
}

/** `exit_code` as `Exit code`. */
const titled = (name: string): string => {
  const words = singleLine(name, 60).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function linesOfValue(event: NoticeEvent): string[] {
  const { min, avg, max, item, desc, reading } = event;
  const [least, mean, most] = [min, avg, max].map((value) => quantity(value, reading?.unit));
  return [
    ...(reading === undefined ? [] : [valueText(reading, event.end < 0 ? 'Value' : 'Last value')]),
    sentence(event),
    `Lowest ${least}, mean ${mean}, highest ${most}.`,
    ...(item === null ? [] : [`Item: ${singleLine(item)}`]),
    ...(desc === '' ? [] : [`Description: ${singleLine(desc, 200)}`]),
    ...whoLines(event),
  ];
}

/** Who causes it, in the words of the list of alerts; names where it is not known how much. */
function whoLines({ shown, top }: NoticeEvent): string[] {
  const names = top.slice(0, 3).map((process) => singleLine(process, 60));
  if (shown?.who !== undefined) return shown.who === '' ? [] : [`Cause: ${singleLine(shown.who, 300)}`];
  return names.length === 0 ? [] : [`Top processes: ${names.join(', ')}`];
}

function sentence(event: NoticeEvent): string {
  const { type, begin, end, raises } = event;
  const state = stateOf(event);
  const name = singleLine(type);
  if (raises === undefined)
    return end < 0
      ? `${name} is ${state} since ${sinceText(event)}.`
      : `${name} was ${state} for ${lengthText(event)}, until ${localTime(end)}.`;
  return end < 0
    ? `${name} is flapping: ${state} ${raises} times since ${localTime(begin)}. The next notification follows when it settles.`
    : `${name} has settled. It was ${state} ${raises} times in ${duration(end - begin)}, until ${localTime(end)}.`;
}

/** `Value 75.25 %, threshold 70 %.` */
function valueText({ value, threshold, unit }: EventReading, name: string): string {
  const limit = threshold === null ? '' : `, threshold ${quantity(threshold, unit)}`;
  return `${name} ${quantity(value, unit)}${limit}.`;
}

/** `75.25 %`, `1.5 GB/s` */
function quantity(value: number, unit: Unit | null | undefined): string {
  const sign = unit ? UNIT_SIGNS[unit] : undefined;
  if (sign === undefined) return number(value);
  const isLarge = /^(?:bit|B)/.test(sign) && Math.abs(value) >= 1000;
  const steps = isLarge ? Math.min(Math.floor(Math.log10(Math.abs(value)) / 3), PREFIXES.length - 1) : 0;
  return `${number(value / 1000 ** steps)} ${PREFIXES[steps]}${sign}`;
}

const PREFIXES = ['', 'k', 'M', 'G', 'T'] as const;

const number = (value: number): string =>
  String(Number(Math.abs(value) < 1 ? value.toPrecision(2) : value.toFixed(2)));

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** Seconds since the epoch as local date, time and offset: `2026-01-31 09:05:00 +01:00`. */
export function localTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const offset = -date.getTimezoneOffset();
  const size = Math.abs(offset);
  return `${day} ${time} ${offset < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** Seconds in their two largest units: `2 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [days, hours, minutes] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
