/** Formats values, times and programs for sentences. */
import { bytesText } from '../alerts/failure-rules/words.ts';
import type { SeriesInfo } from '../history/past/series.ts';
import { labelOf } from '../show/display/series-names.ts';
import type { TimeSpan, Usual, WhoMetric } from './explanation.ts';
import type { Recurrence } from './tracks.ts';

const digits = (value: number): string =>
  String(Math.abs(value) >= 10 ? Math.round(value) : Number(value.toFixed(1)));

export const percentText = (value: number): string => `${digits(value)} %`;
export const rateText = (bytes: number): string => `${bytesText(bytes)}/s`;

/** Stall times are counted in milliseconds per second. */
export const STALL_PERCENT = 1 / 10;
const isStall = ({ plugin, field }: Pick<SeriesInfo, 'plugin' | 'field'>): boolean =>
  plugin === 'pressure' && field.includes('_time');

type ValueInfo = Pick<SeriesInfo, 'plugin' | 'field' | 'unit' | 'kind'>;

/** A value in the unit of its series; stall times are shares. */
export function valueText(value: number, info: ValueInfo): string {
  const { unit, kind } = info;
  const per = kind === 'rate' || unit === 'numberpersecond' ? '/s' : '';
  if (isStall(info)) return percentText(value * STALL_PERCENT);
  if (unit === 'percent') return percentText(value);
  if (unit?.startsWith('byte')) return `${bytesText(value)}${unit === 'bytepersecond' ? '/s' : per}`;
  if (unit === 'millisecond') return `${digits(value)} ms${per}`;
  if (unit === 'second') return value < 1 ? `${digits(value * 1000)} ms` : `${digits(value)} s`;
  return `${digits(value)}${per}`;
}

/** `1 to 3 %`, or one value if both are equal. */
export function usualText(usual: Usual, info: ValueInfo): string {
  if (usual === null) return '';
  const [low, high] = usual.map((one) => valueText(one, info)) as [string, string];
  return low === high ? ` (usually ${low})` : ` (usually ${low} to ${high})`;
}

/** Names a series as on the page: `Network eth0 received`; stall times by what tasks waited for. */
export function seriesText(info: Pick<SeriesInfo, 'plugin' | 'item' | 'field'>): string {
  const { plugin, item, field } = info;
  if (isStall(info))
    return `${field.startsWith('full') ? 'all' : 'some'} tasks waited for ${item === 'io' ? 'I/O' : item === 'cpu' ? 'CPU' : item}`;
  return labelOf({ plugin, field, ...(item !== null && { item }) });
}

/** In the time zone of this host. */
export const clockText = (time: number): string => {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
};

const clockWithSeconds = (time: number): string =>
  `${clockText(time)}:${String(new Date(time).getSeconds()).padStart(2, '0')}`;

/** `from 03:12 to 03:19`; with seconds where it took less than two minutes. */
export function spanWords({ from, to }: TimeSpan): string {
  const text = to - from < 120_000 ? clockWithSeconds : clockText;
  return to - from <= 1000 || text(from) === text(to)
    ? `at ${text(from)}`
    : `from ${text(from)} to ${text(to)}`;
}

const isNight = (time: number): boolean => new Date(time).getHours() >= 22 || new Date(time).getHours() < 6;

/** `as every night at 03:00`, `as on 5 of 7 days at 12:05`. @param time of this one, in the time zone of this host */
export function recurrenceText({ days, of }: Recurrence, time: number): string {
  const part = isNight(time) ? 'night' : 'day';
  return `as ${days === of ? `every ${part}` : `on ${days} of ${of} ${part}s`} at ${clockText(time)}`;
}

/** An amount of what programs use. */
export function useText(value: number, metric: WhoMetric): string {
  switch (metric) {
    case 'cpu':
      return `${percentText(value)} of a core`;
    case 'io':
      return rateText(value);
    case 'faults':
      return `${digits(value)} page faults/s`;
    default:
      return bytesText(value);
  }
}
