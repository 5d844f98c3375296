/** Formats values, times and programs for sentences. */
import { bytesIn, type Quantity } from '../core/amount-words.ts';
import type { Phrase } from '../core/phrase.ts';
import { say, type Said, type Word } from '../core/said.ts';
import type { SeriesInfo } from '../history/past/series.ts';
import { labelWord } from '../show/display/series-names.ts';
import type { TimeSpan, Usual, WhoMetric } from './explanation.ts';
import type { Recurrence } from './tracks.ts';

const digits = (value: number): string =>
  String(Math.abs(value) >= 10 ? Math.round(value) : Number(value.toFixed(1)));

export const percentIn = (value: number): Quantity => ({ digits: digits(value), unit: '%' });
export const rateIn = (bytes: number): Quantity => perSecond(bytesIn(bytes));
const perSecond = ({ digits: number, unit }: Quantity): Quantity => ({ digits: number, unit: `${unit}/s` });

/** Stall times are counted in milliseconds per second. */
export const STALL_PERCENT = 1 / 10;
const isStall = ({ plugin, field }: Pick<SeriesInfo, 'plugin' | 'field'>): boolean =>
  plugin === 'pressure' && field.includes('_time');

type ValueInfo = Pick<SeriesInfo, 'plugin' | 'field' | 'unit' | 'kind'>;

/** A value in the unit of its series; stall times are shares. */
export function valueIn(value: number, info: ValueInfo): Quantity {
  const { unit, kind } = info;
  const isRate = kind === 'rate' || unit === 'numberpersecond';
  if (isStall(info)) return percentIn(value * STALL_PERCENT);
  if (unit === 'percent') return percentIn(value);
  if (unit?.startsWith('byte')) return isRate || unit === 'bytepersecond' ? rateIn(value) : bytesIn(value);
  if (unit === 'millisecond') return { digits: digits(value), unit: isRate ? 'ms/s' : 'ms' };
  if (unit === 'second')
    return value < 1 ? { digits: digits(value * 1000), unit: 'ms' } : { digits: digits(value), unit: 's' };
  return { digits: isRate ? `${digits(value)}/s` : digits(value), unit: '' };
}

/** ` (usually 1 to 3 %)`, or one value if both are equal. */
export function usualWord(usual: Usual, info: ValueInfo): Word {
  if (usual === null) return '';
  const [low, high] = usual.map((one) => valueIn(one, info)) as [Quantity, Quantity];
  return low.digits === high.digits && low.unit === high.unit
    ? say(' (usually {low})', { low })
    : say(' (usually {low} to {high})', { low, high });
}

const WAITED: Readonly<Record<string, readonly [some: Phrase, all: Phrase]>> = {
  cpu: ['some tasks waited for CPU', 'all tasks waited for CPU'],
  io: ['some tasks waited for I/O', 'all tasks waited for I/O'],
  memory: ['some tasks waited for memory', 'all tasks waited for memory'],
  irq: ['some tasks waited for interrupts', 'all tasks waited for interrupts'],
};

/** Names a series as on the page: `Network eth0 received`; stall times by what tasks waited for. */
export function seriesWord(info: Pick<SeriesInfo, 'plugin' | 'item' | 'field'>): Word {
  const { plugin, item, field } = info;
  const waited = isStall(info) ? WAITED[item ?? ''] : undefined;
  if (waited !== undefined) return say(waited[field.startsWith('full') ? 1 : 0]);
  return labelWord(plugin, item, field);
}

/** In the time zone of this host. */
export const clockText = (time: number): string => {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
};

const clockWithSeconds = (time: number): string =>
  `${clockText(time)}:${String(new Date(time).getSeconds()).padStart(2, '0')}`;

/** `from 03:12 to 03:19`; with seconds where it took less than two minutes. @param begin of a sentence */
export function spanWord({ from, to }: TimeSpan, begin = false): Said {
  const text = to - from < 120_000 ? clockWithSeconds : clockText;
  if (to - from <= 1000 || text(from) === text(to))
    return say(begin ? 'At {at}' : 'at {at}', { at: text(from) });
  return say(begin ? 'From {from} to {to}' : 'from {from} to {to}', { from: text(from), to: text(to) });
}

const isNight = (time: number): boolean => new Date(time).getHours() >= 22 || new Date(time).getHours() < 6;

/** `as every night at 03:00`, `as on 5 of 7 days at 12:05`. @param time of this one, in the time zone of this host */
export function recurrenceWord({ days, of }: Recurrence, time: number): Said {
  const values = { days, of, at: clockText(time) };
  if (days === of) return say(isNight(time) ? 'as every night at {at}' : 'as every day at {at}', values);
  return say(
    isNight(time) ? 'as on {days} of {of} nights at {at}' : 'as on {days} of {of} days at {at}',
    values,
  );
}

/** An amount of what programs use. */
export function useWord(value: number, metric: WhoMetric): Word {
  switch (metric) {
    case 'cpu':
      return say('{share} of a core', { share: percentIn(value) });
    case 'io':
      return rateIn(value);
    case 'faults':
      return say('{count} page faults/s', { count: { digits: digits(value), unit: '' } });
    default:
      return bytesIn(value);
  }
}
