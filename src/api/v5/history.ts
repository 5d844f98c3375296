/** The history in columns: one row of times, and all series beside it. */
import type { Served } from '../../core/served.ts';
import { nameSeries } from '../../core/series-name.ts';
import type { History } from '../../core/store/history.ts';
import { ApiError } from '../../http/server/errors.ts';
import { pointsOfEach } from '../json-cache/pieces.ts';
import type { Entry, Member5 } from './entry.ts';

interface History5 {
  /** Seconds since the epoch. */
  readonly timestamps: readonly number[];
  /** By member; of a list, by identity below. */
  readonly series: Readonly<Served>;
}

export interface Asked {
  /** Number of newest points; 0: all. */
  readonly nb: number;
  readonly field: string | null;
  readonly item: string | null;
}

/** Throws an `ApiError` for an unknown field or item. */
export function history5(entry: Entry, history: History, { nb, field, item }: Asked): History5 {
  const { name, key, members } = entry;
  if (field !== null && !members.some((member) => member.name === field))
    throw new ApiError(404, `Field '${field}' not found in plugin '${name}'`);
  if (item !== null && key === null) throw new ApiError(404, `Plugin '${name}' is not a list`);
  const chosen = members.filter((one) => one.note.hasHistory === true && (field ?? one.name) === one.name);
  const found = [...history.recorded()].flatMap((one) => {
    const member = chosen.find(({ series }) => series === one.field);
    return member && (item ?? one.identity) === one.identity ? [{ member, identity: one.identity }] : [];
  });
  if (item !== null && found.length === 0 && chosen.length > 0)
    throw new ApiError(404, `Item '${item}' not found in plugin '${name}'`);
  const window = history.window(pointsOfEach(found.length, nb));
  const columns = found.map((one) => ({ ...one, values: columnOf(window.column(seriesName(one)) ?? []) }));
  const series: Served = {};
  for (const { member, identity, values } of columns) {
    if (values === null) continue;
    if (identity === null) series[member.name] = values;
    else series[member.name] = { ...(series[member.name] as object | undefined), [identity]: values };
  }
  const isEmpty = Object.keys(series).length === 0;
  return { timestamps: isEmpty ? [] : window.times.map((time) => time / 1000), series };
}

const seriesName = ({ member, identity }: { member: Member5; identity: string | null }): string =>
  nameSeries(member.series ?? '', identity).name;

/** Null where there is no value at all. */
function columnOf(values: readonly number[]): (number | null)[] | null {
  const column = values.map((value) => (Number.isNaN(value) ? null : value));
  return column.some((value) => value !== null) ? column : null;
}

/** Returns the first value recorded at or after a time; null if there is none. @param time milliseconds since the epoch */
export function valueFrom(
  history: History,
  member: Member5,
  identity: string | null,
  time: number,
): number | null {
  if (member.series === null) return null;
  const { values } = history.recent(seriesName({ member, identity }), Infinity, time);
  return values[0] ?? null;
}
