/** A notice in words: a title and a few lines. All that comes from the machine is plain text on one line. */
import type { Notice, NoticeEvent } from './notice.ts';
import { plain } from '../deliver/plain-text.ts';

export interface Message {
  readonly notice: Notice;
  /** One line. */
  readonly title: string;
  readonly text: string;
}

export function messageOf(notice: Notice): Message {
  const { event, host, kind } = notice;
  const where = `on ${plain(host)}`;
  if (event === null)
    return {
      notice,
      title: `Test message from Gander ${where}`,
      text: 'Notifications of this target work.',
    };
  return { notice, title: `${headline(kind, event)} ${where}`, text: lines(event).join('\n') };
}

function headline(kind: Notice['kind'], event: NoticeEvent): string {
  const type = plain(event.type);
  if (kind === 'end') return `Ended: ${type}`;
  // The first value of an event that begins, the worst of one that changes or goes on.
  return `${kind === 'reminder' ? 'Still ' : ''}${event.state}: ${type} ${number(kind === 'begin' ? event.avg : event.max)}`;
}

function lines({ type, state, begin, end, min, avg, max, item, desc, top }: NoticeEvent): string[] {
  const name = plain(type);
  return [
    end < 0
      ? `${name} is ${state} since ${localTime(begin)}.`
      : `${name} was ${state} for ${duration(end - begin)}, until ${localTime(end)}.`,
    `Lowest ${number(min)}, mean ${number(avg)}, highest ${number(max)}.`,
    ...(item === null ? [] : [`Item: ${plain(item)}`]),
    ...(desc === '' ? [] : [`Description: ${plain(desc, 200)}`]),
    ...(top.length === 0
      ? []
      : [
          `Top processes: ${top
            .slice(0, 3)
            .map((process) => plain(process, 60))
            .join(', ')}`,
        ]),
  ];
}

const number = (value: number): string => String(Number(value.toFixed(2)));

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

/** Seconds in the two largest units that count: `2 h 5 min`. */
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
