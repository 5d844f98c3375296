/** Answers paths of version 4 from a server of version 5. */
import { pluginName } from '../../xml-rpc/names.ts';
import { RequestError } from '../../transport/request-error.ts';
import { adopt } from '../../../core/adopt.ts';
import { isObject } from '../../../core/members.ts';
import type { Json } from '../../../core/served.ts';
import { either, listOf, loose, mapOf, number, orNull } from '../../../core/shape.ts';
import { namesIn } from '../plugin-names.ts';
import type { Ask } from '../remote.ts';
import { alertsIn, limitsIn } from './limits.ts';
import { ratesOf, valueIn, viewsIn } from './values.ts';

const NAMES: Readonly<Record<string, string>> = { libversion: 'psutilversion' };

const absent = (path: string): RequestError =>
  new RequestError('absent', `a server of version 5 has no ${path.slice(0, 100)}`);

/** @param ask takes paths of version 5 */
export function translated(ask: Ask): Ask {
  const envelopeOf = (plugin: string) => ask(`/api/5/${encodeURIComponent(NAMES[plugin] ?? plugin)}`);
  const ofAll = async (valueOf: (plugin: string, envelope: Json) => Json): Promise<Json> => {
    const all = await ask('/api/5/all');
    if (!isObject(all)) return {};
    return Object.fromEntries(
      Object.entries(all).map(([name, envelope = null]) => [
        pluginName(name),
        valueOf(pluginName(name), envelope),
      ]),
    );
  };
  const ofService: Readonly<Record<string, () => Promise<Json>>> = {
    status: async () => ({ version: '5' }),
    pluginslist: async () => [...(namesIn(await ask('/api/5/pluginslist')) ?? []), 'alert'].sort(),
    all: () => ofAll(valueIn),
    'all/views': () => ofAll(viewsIn),
    'all/limits': async () => limitsIn(await ask('/api/5/all/limits')),
    alert: async () => alertsIn(await ask('/api/5/alert/incidents')),
  };
  return async (path) => {
    const [plain = ''] = path.split('?', 1);
    const rest = /^\/api\/4\/(.+)$/.exec(plain)?.[1];
    if (rest === undefined) throw absent(plain);
    const known = Object.hasOwn(ofService, rest) ? ofService[rest] : undefined;
    if (known !== undefined) return known();
    const [plugin = '', ...words] = rest.split('/').map(decodeURIComponent);
    const [word] = words;
    if (word === undefined) return valueIn(plugin, await envelopeOf(plugin));
    if (word === 'views' && words.length === 1) return viewsIn(plugin, await envelopeOf(plugin));
    const wanted = historyAsked(words);
    if (wanted === null) throw absent(plain);
    const { series, points } = wanted;
    const all = historyIn(plugin, await ask(`/api/5/${encodeURIComponent(plugin)}/history?nb=${points}`));
    if (series === null) return all;
    if (!Object.hasOwn(all, series)) throw absent(plain);
    return { [series]: all[series] ?? null };
  };
}

/** `history[/<points>]` of a plugin, or behind the name of one series, which may have slashes. Null: anything else. */
function historyAsked(words: readonly string[]): { series: string | null; points: number } | null {
  const last = words.at(-1) ?? '';
  const isLimited = /^\d{1,6}$/.test(last);
  const behind = isLimited ? words.slice(0, -1) : words;
  if (behind.at(-1) !== 'history') return null;
  const series = behind.slice(0, -1).join('/');
  return { series: series === '' ? null : series, points: isLimited ? Number(last) : 0 };
}

const COLUMN = listOf(orNull(number()));
const historyOf = adopt(
  loose({ timestamps: COLUMN, series: mapOf('By member.', either(COLUMN, mapOf('By item.', COLUMN))) }, [
    'timestamps',
    'series',
  ]),
);

/** Series of pairs, from columns. */
function historyIn(plugin: string, history: Json): Readonly<Record<string, Json>> {
  const { timestamps: times = [], series = {} } = historyOf(history) ?? {};
  const rates = ratesOf(plugin);
  const pairs = (column: readonly (number | null)[]): Json =>
    column.flatMap((value, at) => {
      const time = times[at] ?? null;
      return value === null || time === null ? [] : [[timeText(time), value]];
    });
  return Object.fromEntries(
    Object.entries(series).flatMap(([member, column]): [string, Json][] => {
      const field = rates.includes(member) ? `${member}_rate_per_sec` : member;
      return isObject(column)
        ? Object.entries(column).map(([identity, own]) => [`${identity}_${field}`, pairs(own)])
        : [[field, pairs(column)]];
    }),
  );
}

/** Seconds since the epoch beyond what dates can be are the first one. */
function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
