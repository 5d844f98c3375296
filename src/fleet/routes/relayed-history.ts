/** Histories of a server pass the declared ranges before a hub relays them: an impossible number is a gap. */
import type { ServedMember } from '../../core/served.ts';
import type { ForeignRanges } from '../../core/foreign-values.ts';
import { BYTES, CPU_PERCENT } from '../../core/ranges.ts';
import { isWithin, type Range } from '../../core/range.ts';
import { isObject, memberOf } from '../../core/members.ts';

/** Of a plugin: `/api/4/cpu/history/10`, `/api/3/cpu/total/history`. */
const OF_PLUGIN = /^\/api\/[234]\/([^/]+)\/(?:.+\/)?history(?:\/\d+)?$/;

type HistoryCheck = (value: ServedMember) => ServedMember;

/** Returns the check of the reply to a path; null: it has no history. @param path with or without its query */
export function historyCheckOf(path: string, ranges: ForeignRanges): HistoryCheck | null {
  const [plain = ''] = path.split('?', 1);
  const plugin = OF_PLUGIN.exec(plain)?.[1];
  if (plugin !== undefined) return (value) => pointsOf(value, (name) => ranges(plugin, name));
  if (plain === '/api/history')
    return (value) =>
      mapped(value, (of, name) =>
        withMember(of, 'series', (series) => columnsOf(series, (one) => ranges(name, one))),
      );
  if (plain === '/api/history/moment') return momentCheck(ranges);
  if (plain === '/api/history/top') return checkTop;
  if (plain !== '/api/history/range') return null;
  const ofId = (id: string): Range | null => {
    const at = id.indexOf('/');
    return ranges(id.slice(0, at), id.slice(at + 1));
  };
  const checked = (series: ServedMember): ServedMember =>
    mapped(series, (columns, id) => columnsOf(columns, () => ofId(id)));
  return (value) => withMember(withMember(value, 'series', checked), 'shifted', checked);
}

/** Fields of plugins; of lists, below `items` and the identity. */
function momentCheck(ranges: ForeignRanges): HistoryCheck {
  const fieldsOf = (fields: ServedMember, plugin: string): ServedMember =>
    mapped(fields, (one, name) => {
      const range = ranges(plugin, name);
      return range === null ? one : possible(one, range);
    });
  return (value) => {
    const objects = withMember(value, 'objects', (plugins) => mapped(plugins, fieldsOf));
    return withMember(objects, 'lists', (plugins) =>
      mapped(plugins, (list, plugin) =>
        withMember(list, 'items', (items) => mapped(items, (fields) => fieldsOf(fields, plugin))),
      ),
    );
  };
}

/** Shares of programs, whose values are never null: an impossible one is left out. */
const checkTop: HistoryCheck = (value) =>
  mapped(value, (shares, name) => {
    // Faults are fewer than bytes can be.
    const range = name === 'cpu' ? CPU_PERCENT : BYTES;
    return Array.isArray(shares)
      ? shares.filter((share) => possible(memberOf(share, 'value'), range) !== null)
      : shares;
  });

type RangeOf = (name: string) => Range | null;

/** Lists of values by name. */
const columnsOf = (value: ServedMember, rangeOf: RangeOf): ServedMember =>
  mapped(value, (column, name) => {
    const range = rangeOf(name);
    return range === null || !Array.isArray(column)
      ? column
      : column.map((one) => possible(one, range) ?? null);
  });

/** Lists of times with values by name. */
const pointsOf = (value: ServedMember, rangeOf: RangeOf): ServedMember =>
  mapped(value, (points, name) => {
    const range = rangeOf(name);
    return range === null || !Array.isArray(points)
      ? points
      : points.map((point) => (Array.isArray(point) ? [point[0], possible(point[1], range)] : point));
  });

const possible = (value: ServedMember, range: Range): ServedMember =>
  typeof value === 'number' && !isWithin(value, range) ? null : value;

const mapped = (
  value: ServedMember,
  change: (member: ServedMember, name: string) => ServedMember,
): ServedMember =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member, name)]))
    : value;

const withMember = (
  value: ServedMember,
  name: string,
  change: (member: ServedMember) => ServedMember,
): ServedMember =>
  isObject(value) && Object.hasOwn(value, name) ? { ...value, [name]: change(value[name]) } : value;
