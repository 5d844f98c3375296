/**
 * `/servers/{id}/api/…` from a database, for hosts that are offline and times outside their memory. A host's page is the same for
 * any source.
 */
import { Slice } from '../../../core/slice.ts';
import { dateOf } from '../../../core/date-of.ts';
import { describe } from '../../../core/describe.ts';
import { isExtraPlugin } from '../../../core/glances-names.ts';
import { NO_FORECASTS } from '../../../core/forecast.ts';
import type { PassedReply } from '../../hub/forward.ts';
import type { ServerState } from '../../hub/state.ts';
import { type StoredHost, StoredHistory } from '../../../history/database/history.ts';
import { deepPieces } from '../../../http/body/json-pieces.ts';
import { render } from '../../../http/body/render.ts';
import { notFound } from '../../../http/server/errors.ts';
import { explained } from '../../../explain/routes/explain-route.ts';
import { isPastPath, PAST_REPLIES, type PastRequest } from '../../../history/routes/past-replies.ts';
import { noArchiveReport } from '../../../history/routes/archive-route.ts';
import type { Hub } from '../hub-uses.ts';
import { remoteLevels } from '../remote-levels.ts';
import { newestOf } from './newest.ts';
import { valuesByPlugin } from '../../../history/routes/served.ts';

export interface StoredAnswers {
  /** Returns the reply to a path instead of the server's; null: ask the server. */
  instead(state: ServerState, path: string): Promise<Buffer> | null;
  /** True if {@link beyond} would reply if the server failed. */
  mayFollow(state: ServerState, path: string): boolean;
  /** Returns the reply instead of an insufficient one; null: it is sufficient. */
  beyond(
    state: ServerState,
    path: string,
    reply: Pick<PassedReply, 'status' | 'body'>,
  ): Promise<Buffer> | null;
}

/** Without a database there are no replies. */
const NONE: StoredAnswers = { instead: () => null, mayFollow: () => false, beyond: () => null };

export function createStoredAnswers(hub: Hub): StoredAnswers {
  const { fleet } = hub;
  const { past } = fleet;
  if (past === null) return NONE;
  const hostOf = ({ status, answeredAt }: ServerState, name: string): StoredHost => {
    // The database may have newer values than this hub.
    const heard = answeredAt === null ? 0 : dateOf(fleet.clock, answeredAt);
    const last = status === 'ONLINE' ? 0 : Math.max(heard, fleet.storedAt(name) ?? 0);
    const now = last === 0 ? hub.now() : last;
    // The end of a host is not rounded: that may be before its first sample.
    return { past, name, now, valuesAt: last === 0 ? past.shared(now) : now, slice: new Slice() };
  };
  return {
    instead(state, path) {
      const { server, status, stored } = state;
      if (stored === null || (server.type !== 'STORED' && status !== 'OFFLINE')) return null;
      return answer(hub, hostOf(state, stored), path);
    },
    mayFollow: ({ stored }, path) => stored !== null && PAST.test(path.split('?', 1)[0] ?? ''),
    beyond(state, path, reply) {
      if (state.stored === null || !isShort(path, reply)) return null;
      return answer(hub, hostOf(state, state.stored), path);
    },
  };
}

/** Current values, or the last ones of the host. */
const VALUES: Readonly<Record<string, (hub: Hub, host: StoredHost, extra: boolean) => unknown>> = {
  '/api/4/all': async (hub, host, extra) => Object.fromEntries(await listedOf(hub, host, extra)),
  '/api/4/all/limits': (hub, _, extra) =>
    Object.fromEntries(Object.entries(limitsOf(hub)).filter(([name]) => extra || !isExtraPlugin(name))),
  '/api/4/pluginslist': async (hub, host, extra) => (await listedOf(hub, host, extra)).map(([name]) => name),
  '/api/4/status': ({ version }) => ({ version }),
  '/api/archive': () => ARCHIVE,
  '/api/forecasts': () => NOTHING_PREDICTED,
  '/api/levels': async (hub, host) =>
    remoteLevels(hub.registry, Object.fromEntries(await allOf(hub, host)), limitsOf(hub), host.slice),
  '/api/plugins': () => [],
  '/api/pools': () => [],
};

const NOTHING_PREDICTED = {
  ...NO_FORECASTS,
  missing: ['There are no forecasts for hosts whose history is in a database.'],
};

/** Size and bounds are the database's. */
const ARCHIVE = {
  ...noArchiveReport('', 'Notes are written on the page of the server itself'),
  state: 'ok',
  reason: null,
};

/** Rejects with a `RequestError` if the database does not reply. */
async function answer(hub: Hub, host: StoredHost, path: string): Promise<Buffer> {
  const { pathname, searchParams } = new URL(path, 'http://hub');
  const { now, slice } = host;
  const request = {
    past: new StoredHistory(host),
    asked: queryOf(searchParams),
    now,
    registry: hub.registry,
  };
  if (pathname === '/api/history') return newestOf(request);
  if (pathname === '/api/explain')
    return render(deepPieces(await explained(request.past, request.asked, now)), slice);
  if (isPastPath(pathname)) return PAST_REPLIES[pathname](request).make();
  const valueOf = Object.hasOwn(VALUES, pathname) ? VALUES[pathname] : undefined;
  const value = valueOf
    ? valueOf(hub, host, searchParams.get('extra') === 'true')
    : belowPlugin(hub, host, pathname);
  return render(deepPieces(await value), slice);
}

/** A whole plugin, or the declaration of a field. */
async function belowPlugin(hub: Hub, host: StoredHost, pathname: string): Promise<unknown> {
  const [name = '', field, about, ...more] = pathname
    .replace(/^\/api\/4\//, '')
    .split('/')
    .map(decodeURIComponent);
  const plugin = hub.registry.find((one) => one.name === name);
  if (plugin === undefined || !pathname.startsWith('/api/4/') || more.length > 0) throw notFound();
  if (field === undefined) return (await allOf(hub, host)).get(name) ?? (plugin.shape === 'list' ? [] : {});
  if (about !== 'unit' && about !== 'description') throw notFound();
  return describe(plugin, field)?.[about] ?? null;
}

async function allOf({ registry, version }: Hub, { past, name, now, valuesAt }: StoredHost) {
  const served = valuesByPlugin(registry, await past.moment(name, valuesAt));
  const iso = new Date(now).toISOString();
  return served.set('now', { iso, custom: iso }).set('version', version);
}

/** Returns the published plugins, or all. */
const listedOf = async (hub: Hub, host: StoredHost, extra: boolean) =>
  [...(await allOf(hub, host))].filter(([name]) => extra || !isExtraPlugin(name));

/** Returns the thresholds of this hub, since the host provides none. */
function limitsOf({ registry, agent }: Hub) {
  return Object.fromEntries(registry.map(({ name }) => [name, agent.levels.limitsOf(name)]));
}

/** Repeated names are lists. */
function queryOf(parameters: URLSearchParams): PastRequest['asked'] {
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(parameters.keys())) {
    const [first = '', ...others] = parameters.getAll(name);
    query[name] = others.length === 0 ? first : [first, ...others];
  }
  return query;
}

const PAST = /^\/api\/history\/(range|series|moment)$/;
const OFF = /"state":"off"/;
const NOTHING = /"objects":\{\},"lists":\{\}/;
const RANGE = /^\{"from":(\d+),[^[{]*?"oldest":(\d+|null)/;

/** Error of a server without a history on disk, or without one of that time. */
function isShort(path: string, { status, body }: Pick<PassedReply, 'status' | 'body'>): boolean {
  const [pathname = ''] = path.split('?', 1);
  if (pathname === '/api/archive') return status === 404 || OFF.test(body.toString('latin1', 0, 100));
  if (!PAST.test(pathname)) return false;
  if (status === 404 || status === 503) return true;
  if (status !== 200) return false;
  if (pathname === '/api/history/moment') return NOTHING.test(body.toString('latin1', 0, 100));
  if (pathname !== '/api/history/range') return false;
  const [, from, oldest] = RANGE.exec(body.toString('latin1', 0, 400)) ?? [];
  return from !== undefined && (oldest === 'null' || Number(oldest) > Number(from));
}
