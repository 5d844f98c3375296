/** `/servers/{id}/api/…`: a server's API through the hub. Readers need only the hub's login and port. */
import { text } from '../../core/shape.ts';
import { Slice } from '../../core/slice.ts';
import { pipeline, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../net/credentials/authenticator.ts';
import type { Fleet } from '../hub/fleet.ts';
import type { Passed, PassedReply } from '../hub/forward.ts';
import { maskLimits, MOST_LIMITS } from '../hub/mask-limits.ts';
import { passedPath, type PassedPath } from '../hub/passed-path.ts';
import { createForeignRanges } from '../../core/foreign-values.ts';
import { NO_FORECASTS } from '../../core/forecast.ts';
import type { Json, Served } from '../../core/served.ts';
import { parseJsonInSlices } from '../../core/parse-json.ts';
import { isObject, memberOf } from '../../core/members.ts';
import { argumentFieldsOf, cutArgumentsIn } from '../../core/without-arguments.ts';
import { endOfAccess } from '../../http/server/access.ts';
import { sendBody, sendValue } from '../../http/server/answer.ts';
import { Body } from '../../http/body/body.ts';
import { deepPieces } from '../../http/body/json-pieces.ts';
import { render } from '../../http/body/render.ts';
import { placeOf } from '../../http/server/client.ts';
import { ApiError, notFound } from '../../http/server/errors.ts';
import { rawPath } from '../../http/server/path.ts';
import { beginStream, type BegunStream } from '../../api/stream/begin.ts';
import { eventFrame } from '../../api/stream/frames.ts';
import { createConnections } from '../../api/stream/connections.ts';
import { noArchiveReport } from '../../history/routes/archive-route.ts';
import { serverNamed } from './edit-routes.ts';
import { throwGateway } from './gateway.ts';
import { passingLine } from './passing.ts';
import { createStoredAnswers } from './stored/answers.ts';
import { inPath } from '../../http/openapi/parameters.ts';
import { FLEET } from '../../http/openapi/tags.ts';
import { defineRoute, type Handler, type Route, shared } from '../../http/route/route.ts';
import { HUB, type Hub } from './hub-uses.ts';
import { ID } from './fleet-schemas.ts';
import { historyCheckOf } from './relayed-history.ts';
import { createStreamCheck } from './relayed-stream.ts';
import { createRelayedValues, eventCheck, type RelayedValues } from './relayed-values.ts';
import { remoteLevels } from './remote-levels.ts';
import type { LevelReport } from '../../measure/levels/report.ts';
import { pathParameter } from '../../http/server/params.ts';

/** Error of a failed server for which a database may reply. */
const NO_REPLY: PassedReply = { status: 503, etag: null, body: Buffer.alloc(0) };

const LEVELS = '/api/levels';
const FORECASTS = '/api/forecasts';
const NO_NOTES = 'Notes are written on the page of the server itself';
/** With any query. */
const isFor = (path: string, name: 'archive' | 'explain'): boolean =>
  path.split('?', 1)[0] === `/api/${name}`;

/** A request that may be forwarded. */
interface Asked {
  readonly state: ReturnType<typeof serverNamed>;
  readonly target: PassedPath;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
}

const passed = (method: 'GET' | 'POST'): Route =>
  defineRoute({
    ...(method === 'GET' ? { method, access: 'viewer' } : { method, access: 'operator' }),
    path: '/servers/{id}/api/{path*}',
    uses: HUB,
    isBound: true,
    id: `${method.toLowerCase()}OfServer`,
    tag: FLEET,
    summary:
      method === 'GET' ? 'API of a server, through the hub' : 'Clear events of a server, or select a process',
    description:
      'The hub logs in with its configured credentials. Problems on the way are 502 and 504. Configuration and ' +
      'arguments of the server are not passed on.',
    parameters: [ID, inPath('path', 'Path below `/api/` of the server.', text(), '4/cpu')],
    answer: {},
    says: 'The answer of the server.',
    example: { total: 12.3 },
    refusals: { '404': 'UnknownName', '502': 'BadServer', '503': 'NoRoom', '504': 'BadServer' },
    handler: (hub) => proxyOf(hub).pass,
  });

export const proxyRoutes = [
  passed('GET'),
  passed('POST'),
  defineRoute({
    path: '/servers/{id}/api/stream',
    access: 'viewer',
    uses: HUB,
    isBound: true,
    id: 'getStreamOfServer',
    tag: FLEET,
    summary: 'Stream of a server, through the hub',
    description: 'Passed on as the server sends it; 404 where it has none.',
    parameters: [ID],
    type: 'text/event-stream',
    answer: text(),
    says: 'The events.',
    example: 'event: load\ndata: {"min1":0.61}\n\n',
    refusals: { '404': 'UnknownName', '502': 'BadServer', '503': 'NoRoom', '504': 'BadServer' },
    handler: (hub) => proxyOf(hub).passStream,
  }),
];

interface Proxy {
  readonly pass: Handler;
  readonly passStream: Handler;
}

const proxyOf = shared(
  ({ fleet }: Hub) => fleet,
  (hub): Proxy => {
    const { fleet, base, registry } = hub;
    const { authenticator } = hub.access;
    const line = passingLine();
    const connections = createConnections(hub.streams);
    const stopWatching = authenticator?.onChange(connections.check);
    hub.closing.before(() => {
      stopWatching?.();
      connections.stop();
    });

    const stored = createStoredAnswers(hub);
    const plugins = new Set(registry.map(({ name }) => name));
    const ranges = createForeignRanges(registry);
    const valuesCheckOf = createRelayedValues(registry);
    /** Filters a reply for readers of the hub; null if it cannot be parsed. */
    const shownBody = async (body: Buffer, path: string, holdsLimits: boolean): Promise<Buffer | null> => {
      const check = historyCheckOf(path, ranges);
      if (check !== null) {
        const history = await parseJson(body);
        return history === null ? null : render(deepPieces(check(history)));
      }
      const hasImpossible = holdsLimits ? null : valuesCheckOf(path);
      if (hasImpossible === null) return maskedBody(body, path, holdsLimits);
      const value = await parseJson(body);
      return hasImpossible(value) ? render(deepPieces(value)) : body;
    };
    const argumentFields = new Set(registry.flatMap(argumentFieldsOf));
    const seesAll = ({ identity }: FastifyRequest): boolean =>
      authenticator === null || identity?.seesArguments === true;
    /**
     * Removes arguments of processes: the hub has logged in with all rights, which the viewer lacks. Null if it cannot be parsed.
     */
    const withoutArguments = async (body: Buffer): Promise<Buffer | null> => {
      const value = await parseJson(body);
      if (value === null) return body.toString().trim() === 'null' ? body : null;
      return cutArgumentsIn(value, argumentFields) ? render(deepPieces(value)) : body;
    };
    const checkForViewers: RelayedValues = (path) => (value) => {
      const hasImpossible = valuesCheckOf(path)?.(value) === true;
      return cutArgumentsIn(value, argumentFields) || hasImpossible;
    };
    /** Throws 404 for paths that are not forwarded. */
    const pathOf = (request: FastifyRequest): PassedPath => {
      const { pathname, search } = targetOf(request);
      const below = pathname.slice(base.length).replace(/^\/servers\/[^/]*/, '');
      const passed = passedPath(methodOf(request), below + search, plugins);
      if (passed === null) throw notFound();
      return passed;
    };

    const pass = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const state = serverNamed(fleet, idOf(request));
      const { server } = state;
      const target = pathOf(request);
      if (methodOf(request) === 'POST') allowAction(fleet, server.id, authenticator);
      const place = { ...placeOf(request, reply), server: server.id };
      return line.run(place, () => answer({ state, target, request, reply, signal: place.signal }));
    };

    const answer = async ({ state, target, request, reply, signal }: Asked): Promise<FastifyReply> => {
      const { server } = state;
      const { path, holdsLimits } = target;
      const method = methodOf(request);
      const instead = method === 'GET' ? stored.instead(state, path) : null;
      if (instead !== null) return await sendStored(request, reply, instead);
      const tag = request.headers['if-none-match'];
      const headers: Record<string, string> = typeof tag === 'string' ? { 'if-none-match': tag } : {};
      const passed: Passed = {
        method,
        path,
        headers,
        ...((holdsLimits || isFor(path, 'archive')) && { maxBytes: MOST_LIMITS }),
        signal,
      };
      const { status, etag, body } = await fleet
        .forward(server.id, passed)
        .catch((error) => (stored.mayFollow(state, path) ? NO_REPLY : throwGateway(error)));
      if (status === 404 && path === LEVELS)
        return await sendValue(request, reply.code(200), await judge(server.id, passed));
      const beyond = stored.beyond(state, path, { status, body });
      if (beyond !== null) return await sendStored(request, reply, beyond);
      if (status === 404 && path === FORECASTS)
        return await sendValue(request, reply.code(200), {
          ...NO_FORECASTS,
          missing: ['This agent is too old for forecasts.'],
        });
      if (status === 404 && isFor(path, 'archive'))
        return await sendValue(request, reply.code(200), noArchiveReport('this agent keeps none', NO_NOTES));
      const checked = status === 200 ? await shownBody(body, path, holdsLimits) : body;
      const shown =
        checked === null || status !== 200 || seesAll(request) ? checked : await withoutArguments(checked);
      if (shown === null) throw new ApiError(502, `${server.key} answers with something else than was asked`);
      reply.code(status).headers({ ...(etag !== null && { etag }) });
      if (status === 304) return reply.send();
      if (status !== 200)
        return reply.headers({ 'content-type': 'application/json', 'cache-control': 'no-store' }).send(body);
      return await sendBody(request, reply, new Body(shown, null));
    };

    const sendStored = async (
      request: FastifyRequest,
      reply: FastifyReply,
      bytes: Promise<Buffer>,
    ): Promise<FastifyReply> => sendBody(request, reply, new Body(await bytes.catch(throwGateway), null));

    /** For servers that do not judge for others. */
    const judge = async (id: string, passed: Passed): Promise<LevelReport> => {
      const ask = async (own: Pick<Passed, 'path' | 'maxBytes'>) => {
        const { body } = await fleet.forward(id, { ...passed, ...own }).catch(throwGateway);
        return parseJson(body);
      };
      const [all, limits] = await Promise.all([
        ask({ path: '/api/4/all?extra=true' }),
        ask({ path: '/api/4/all/limits?extra=true', maxBytes: MOST_LIMITS }),
      ]);
      return remoteLevels(registry, all, limits, new Slice());
    };

    const passStream = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const { server, stored: storedAs, status } = serverNamed(fleet, idOf(request));
      if (storedAs !== null && (server.type === 'STORED' || status === 'OFFLINE')) throw notFound();
      connections.requireRoom(request.ip);
      const last = request.headers['last-event-id'];
      const headers: Record<string, string> = typeof last === 'string' ? { 'last-event-id': last } : {};
      const { path } = pathOf(request);
      const place = { ...placeOf(request, reply), server: server.id };
      const passed: Passed = { method: 'GET', path, headers, signal: place.signal };
      const source = await line.run(place, () => fleet.forwardStream(server.id, passed).catch(throwGateway));
      // An error or end of either ends both, and shows at the listeners of the last.
      const stream = pipeline(
        source,
        createStreamCheck(eventCheck(seesAll(request) ? valuesCheckOf : checkForViewers)),
        () => {},
      );
      const begun = beginStream(request, reply);
      if (begun === null) {
        stream.destroy();
        return;
      }
      const { sink } = begun;
      const end = (detail: string): void => {
        stream.destroy();
        if (sink.isOpen()) sink.end(eventFrame('end', { detail }));
      };
      const refusal = endOfAccess(authenticator, request);
      const reader = { pump: () => {}, beat: () => {}, end };
      const remove = connections.add({ reader, address: request.ip, refusal });
      passOn(stream, begun, remove);
    };

    return { pass, passStream };
  },
);

/** Removes what is not for readers of the hub; null if it cannot be parsed. */
async function maskedBody(body: Buffer, path: string, holdsLimits: boolean): Promise<Buffer | null> {
  if (holdsLimits) return maskLimits(body);
  const isExplanation = isFor(path, 'explain');
  if (!isExplanation && !isFor(path, 'archive')) return body;
  const state = await parseJson(body);
  if (!isObject(state)) return null;
  return Buffer.from(
    JSON.stringify(
      isExplanation ? withoutLogs(state) : { ...state, folder: null, fleet: null, notes_refused: NO_NOTES },
    ),
  );
}

/** Removes logs: the hub has the server's password, which its own readers may lack. */
const withoutLogs = (explanation: Served): object => ({
  ...explanation,
  happened: [memberOf(explanation, 'happened')].flat().filter((one) => memberOf(one, 'kind') !== 'log'),
});

/** Null if it is no JSON. */
const parseJson = (body: Buffer): Promise<Json> => parseJsonInSlices(body.toString()).catch(() => null);

/** At the reader's pace; either side's end ends both. */
function passOn(stream: Readable, { response, sink }: BegunStream, onEnd: () => void): void {
  stream.on('error', () => response.destroy());
  response.on('close', () => {
    stream.destroy();
    onEnd();
  });
  stream.on('data', (bytes: Buffer) => {
    sink.together(() => sink.write(bytes));
    if (!sink.isReady()) stream.pause();
  });
  sink.onReady(() => void stream.resume());
  // Only a flowing stream can end: the client has read everything.
  stream.on('end', () => sink.end(Buffer.alloc(0)));
}

const methodOf = ({ method }: FastifyRequest): 'GET' | 'POST' => (method === 'POST' ? 'POST' : 'GET');

function targetOf({ raw: { url = '/' } }: FastifyRequest): { pathname: string; search: string } {
  const at = url.indexOf('?');
  return { pathname: rawPath(url), search: at === -1 ? '' : url.slice(at) };
}

const idOf = (request: FastifyRequest): string => pathParameter(request, 'id');

function allowAction(fleet: Fleet, id: string, authenticator: Authenticator | null): void {
  if (authenticator === null && fleet.isLocked(id))
    throw new ApiError(
      403,
      'Set a password on this hub first: this server has one, and changes there need a login',
    );
}
