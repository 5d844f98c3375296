/** `/api/5`, made from the same samples as version 4. */
import type { ServedMember } from '../../core/served.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MaybePromise } from '../../core/plugin.ts';
import { sendBody, sendValue } from '../../http/server/answer.ts';
import { ApiError, notFound } from '../../http/server/errors.ts';
import { depthOf, rawPath, segmentsOf } from '../../http/server/path.ts';
import { sendRedirect, withoutTrailingSlashes } from '../../http/server/redirect.ts';
import { whenSampled } from '../../http/route/agent-parts.ts';
import { asksForExtra } from '../values/plugin-lists.ts';
import { readDeclared } from '../../http/route/query.ts';
import {
  defineRoute,
  type Handler,
  type Piece,
  type Route,
  type RouteFamily,
} from '../../http/route/route.ts';
import { Base, Now } from '../../http/route/services.ts';
import { changes5, incidents5 } from './alerts.ts';
import { type Entry, namedPlugins } from './entry.ts';
import { fineOf, parseFine } from './fine.ts';
import { history5 } from './history.ts';
import { infoOf } from './info.ts';
import { limits5 } from './limits.ts';
import { ALERTS, belowPlugin5, HISTORY_QUERY, listOperations } from './operations.ts';
import { SCOPE } from './scope.ts';
import { type Given, type Service5, service5, USES } from './service.ts';
import { itemsOf } from './shape.ts';

const VALUES = { scope: SCOPE, access: 'viewer', uses: { ...USES, base: Base, now: Now } } as const;

export const routes5: RouteFamily = ({ plugins }) => {
  const entries = namedPlugins(plugins);
  const lists = listOperations(entries);
  return [
    listed(lists.pluginslist, (service, extra) => service.listed(extra).map(({ name }) => name)),
    defineRoute({
      ...VALUES,
      ...lists.all,
      handler(given) {
        const service = service5(given);
        return (request, reply) => {
          const { agent, listed, jsonCache } = service();
          const extra = asksForExtra(request.query);
          const chosen = listed(extra);
          const made = whenSampled(agent, sourcesOf(chosen), () => jsonCache.all(chosen, String(extra)));
          return made instanceof Promise
            ? made.then((body) => sendBody(request, reply, body))
            : sendBody(request, reply, made);
        };
      },
    }),
    listed(lists.info, (service, extra) =>
      byName(service.listed(extra), (entry) => infoOf(entry, service.cores())),
    ),
    listed(lists.limits, (service, extra) =>
      byName(service.listed(extra), (entry) => nonEmpty(limitsIn(service, entry))),
    ),
    listed(ALERTS.changes, (service, extra) => changes5(withAlerts(service), extra)),
    listed(ALERTS.incidents, (service, extra, now) => incidents5(withAlerts(service), extra, now())),
    defineRoute({
      ...VALUES,
      path: '/api/5/{plugin}',
      undocumented: 'described with what is below it',
      handler: answerOf,
    }),
    defineRoute({
      ...VALUES,
      path: '/api/5/{plugin}/{rest*}',
      pieces: belowPlugin5(entries),
      handler: answerOf,
    }),
  ];
};

function withAlerts(service: Service5): Service5 {
  if (service.agent.events === null) throw new ApiError(404, 'Alerts subsystem disabled');
  return service;
}

const listed = (
  operation: Piece,
  valueOf: (service: Service5, extra: boolean, now: () => number) => object,
): Route =>
  defineRoute({
    ...VALUES,
    ...operation,
    handler(given) {
      const service = service5(given);
      return (request, reply) =>
        sendValue(request, reply, valueOf(service(), asksForExtra(request.query), given.now));
    },
  });

/** Undefined members are left out. */
const byName = (entries: readonly Entry[], valueOf: (entry: Entry) => object | undefined) =>
  Object.fromEntries(entries.map((entry) => [entry.name, valueOf(entry)]));

const nonEmpty = (value: object): object | undefined => (Object.keys(value).length === 0 ? undefined : value);

const limitsIn = (service: Service5, entry: Entry) =>
  limits5(entry, service.source.limitsOf, service.verdictsOf(entry));

const sourcesOf = (entries: readonly Entry[]): string[] => [
  ...new Set(entries.flatMap(({ sources }) => sources)),
];

function answerOf(given: Given & { base: string }): Handler {
  const service5Of = service5(given);
  const depth = depthOf(given.base + SCOPE.path);
  return (request, reply) => {
    const path = rawPath(request.raw.url);
    const [name = '', ...rest] = segmentsOf(path, depth);
    if (name === '') throw notFound();
    // A slash at the end may belong to a mount point.
    const shorter = rest.at(-1) === '' && rest.length < 3 ? withoutTrailingSlashes(path) : null;
    if (shorter !== null) return sendRedirect(request, reply, shorter);
    const service = service5Of();
    const entry = service.entryNamed(name);
    return whenSampled<FastifyReply>(service.agent, entry.sources, () =>
      answer(service, entry, rest, { request, reply }),
    );
  };
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function answer(
  service: Service5,
  entry: Entry,
  rest: readonly string[],
  { request, reply }: Exchange,
): MaybePromise<FastifyReply> {
  const [word] = rest;
  if (word === undefined) {
    const body = service.jsonCache.of(entry);
    return body instanceof Promise
      ? body.then((later) => sendBody(request, reply, later))
      : sendBody(request, reply, body);
  }
  return sendValue(request, reply, rest.length === 1 ? wordOf(word) : fine());

  function wordOf(name: string): object | ServedMember {
    if (name === 'info') return infoOf(entry, service.cores());
    if (name === 'limits') return limitsIn(service, entry);
    if (name !== 'history') return fine();
    const history = service.agent.store.history(entry.plugin.name);
    return history5(entry, history, readDeclared(HISTORY_QUERY, request.query, 0));
  }
  function fine(): ServedMember {
    const asked = parseFine(rest);
    if (asked === null) throw notFound();
    return fineOf(entry, itemsOf(entry, service.source), asked);
  }
}
