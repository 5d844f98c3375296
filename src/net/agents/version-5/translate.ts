/** Answers paths of version 4 from a server of version 5. */
import { pluginName } from '../../xml-rpc/names.ts';
import { RequestError } from '../../transport/request-error.ts';
import { isObject } from '../../../core/members.ts';
import { alertsIn, limitsIn } from './limits.ts';
import { ratesOf, valueIn, viewsIn } from './values.ts';

/** The JSON at a path. Throws {@link RequestError}. */
export type Ask = (path: string) => Promise<unknown>;

const NAMES: Readonly<Record<string, string>> = { libversion: 'psutilversion' };

const absent = (path: string): RequestError =>
  new RequestError('absent', `a server of version 5 has no ${path.slice(0, 100)}`);

/** @param ask takes paths of version 5 */
export function translated(ask: Ask): Ask {
  const envelopeOf = (plugin: string): Promise<unknown> =>
    ask(`/api/5/${encodeURIComponent(NAMES[plugin] ?? plugin)}`);
  const ofAll = async (valueOf: (plugin: string, envelope: unknown) => unknown): Promise<unknown> => {
    const all = await ask('/api/5/all');
    if (!isObject(all)) return {};
    return Object.fromEntries(
      Object.entries(all).map(([name, envelope]) => [pluginName(name), valueOf(pluginName(name), envelope)]),
    );
  };
  const ofService: Readonly<Record<string, () => Promise<unknown>>> = {
    status: async () => ({ version: '5' }),
    pluginslist: async () => [...namesIn(await ask('/api/5/pluginslist')), 'alert'].sort(),
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
    return { [series]: all[series] };
  };
}

const namesIn = (list: unknown): string[] =>
  (Array.isArray(list) ? (list as unknown[]) : []).filter((name): name is string => typeof name === 'string');

/** `history[/<points>]` of a plugin, or behind the name of one series, which may have slashes. Null: anything else. */
function historyAsked(words: readonly string[]): { series: string | null; points: number } | null {
  const last = words.at(-1) ?? '';
  const isLimited = /^\d{1,6}$/.test(last);
  const behind = isLimited ? words.slice(0, -1) : words;
  if (behind.at(-1) !== 'history') return null;
  const series = behind.slice(0, -1).join('/');
  return { series: series === '' ? null : series, points: isLimited ? Number(last) : 0 };
}

/** Series of pairs, from columns. */
function historyIn(plugin: string, history: unknown): Record<string, unknown> {
  if (!isObject(history) || !Array.isArray(history['timestamps']) || !isObject(history['series'])) return {};
  const times = history['timestamps'] as unknown[];
  const rates = ratesOf(plugin);
  const pairs = (column: unknown): unknown[] =>
    (Array.isArray(column) ? (column as unknown[]) : []).flatMap((value, at) =>
      typeof value === 'number' && typeof times[at] === 'number' ? [[timeText(times[at]), value]] : [],
    );
  return Object.fromEntries(
    Object.entries(history['series']).flatMap(([member, column]) => {
      const field = rates.includes(member) ? `${member}_rate_per_sec` : member;
      if (!isObject(column)) return [[field, pairs(column)]];
      return Object.entries(column).map(([identity, own]) => [`${identity}_${field}`, pairs(own)]);
    }),
  );
}

/** Seconds since the epoch beyond what dates can be are the first one. */
function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
