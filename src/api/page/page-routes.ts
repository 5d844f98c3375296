/**
 * The web pages: `/`, on a hub `/browser` and `/servers/<id>/`, `/static/…` and `/service-worker.js`. They contain no data and are
 * public, so they can ask for the password; the API is protected.
 */
import { text } from '../../core/shape.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inQuery } from '../../http/openapi/parameters.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { optional, type Resolved } from '../../core/parts/service.ts';
import { PastEvents } from '../../history/events/between.ts';
import { NamesToRedact } from '../../explain/incident/redact.ts';
import { Push } from '../../alerts/push/push.ts';
import { defineRoute, type Handler, type Route, shared } from '../../http/route/route.ts';
import { Authentication, Base, Prefix, RunName, ServedVersion } from '../../http/route/services.ts';
import { Incident } from '../../history/past/opened-incident.ts';
import { FleetPage, HostPage, PageFlagsSet, WebPage } from './web-page.ts';
import { PUBLIC } from '../../http/server/security-headers.ts';
import { sendBody } from '../../http/server/answer.ts';
import { Body } from '../../http/body/body.ts';
import { ApiError, notFound } from '../../http/server/errors.ts';
import { acceptsGzip, matchesTag } from '../../http/server/negotiation.ts';
import { createPageAssets, type PageAssets, type PageFile, type PageName } from './page-assets.ts';
import { belowHub, pageWith, refreshOf } from './page-html.ts';
import type { PageSettings } from '../../http/route/page-settings.ts';
import type { Authenticator } from '../../net/credentials/authenticator.ts';
import { sessionOf } from '../../http/server/session-cookie.ts';
import { sendRedirect } from '../../http/server/redirect.ts';
import { pathParameter } from '../../http/server/params.ts';

/** Everything is local; only icons are inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
];

const HEADERS = {
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  ...PUBLIC,
} as const;

/** Headers of pages that these origins may embed. `X-Frame-Options` cannot name origins, so only the policy does. */
function headersFor(ancestors: readonly string[]) {
  const sources = ancestors.map((origin) => (origin === 'self' ? "'self'" : origin));
  const isOwn = sources.every((source) => source === "'self'");
  return {
    ...HEADERS,
    'content-security-policy': [...POLICY, `frame-ancestors ${sources.join(' ') || "'none'"}`].join('; '),
    ...(isOwn && { 'x-frame-options': sources.length === 0 ? 'DENY' : 'SAMEORIGIN' }),
  };
}
type Headers = ReturnType<typeof headersFor>;

/** Headers of the service worker, which contacts only this server. */
const WORKER_HEADERS = { ...HEADERS, 'content-security-policy': "default-src 'none'; connect-src 'self'" };

/** File names contain a hash of their content, so they never change. */
const FOREVER = 'public, max-age=31536000, immutable';

type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: PageName,
  edit?: (html: string) => string,
  own?: Partial<PageSettings>,
) => Promise<FastifyReply>;

interface Pages {
  readonly headers: Headers;
  readonly assets: PageAssets;
  readonly send: SendPage;
}

/** Services of every page. */
const PAGES = {
  authenticator: Authentication,
  base: Base,
  page: WebPage,
  run: RunName,
  version: ServedVersion,
} as const;
type Given = Resolved<typeof PAGES>;

const pagesOf = shared(
  ({ page }: Given) => page,
  ({ authenticator, page, run, version }): Pages => {
    const { folder, frameAncestors = [], refresh: usual, defaults } = page;
    const headers = headersFor(frameAncestors);
    const access = authenticator === null ? 'open' : 'protected';
    const settings: PageSettings = { version, run, access, refresh: usual, defaults };
    const assets = createPageAssets(folder);
    const send: SendPage = async (request, reply, name, edit = (html) => html, own = {}) => {
      const html = await assets.html(name);
      if (html === null) throw notBuilt();
      const { refresh } = request.query as { refresh?: unknown };
      const told: PageSettings = {
        ...settings,
        refresh: refreshOf(refresh) ?? settings.refresh,
        ...(authenticator !== null && hasSession(request, authenticator) && { hasSession: true }),
        ...own,
      };
      return sendBody(request, reply.headers(headers), pageBody(pageWith(edit(html), told, PRELOADS[name])));
    };
    return { headers, assets, send };
  },
);

const hasSession = (request: FastifyRequest, { sessions }: Authenticator): boolean =>
  (sessionOf(request, sessions)?.found ?? null) !== null;

/** A page without data. */
const PAGE = { access: 'open', hasHead: true } as const;

const OF_FLEET = { ...PAGES, fleetPage: FleetPage, pastEvents: optional(PastEvents) } as const;

const ofFleet = (path: string, handler: (given: Resolved<typeof OF_FLEET>) => Handler): Route =>
  defineRoute({
    ...PAGE,
    path,
    uses: OF_FLEET,
    undocumented: 'a page for people',
    handler,
  });

export const pageRoutes = [
  defineRoute({
    ...PAGE,
    path: '/',
    uses: {
      ...PAGES,
      hostPage: HostPage,
      fleetPage: optional(FleetPage),
      flags: PageFlagsSet,
      incident: optional(Incident),
      names: optional(NamesToRedact),
      pastEvents: optional(PastEvents),
      push: optional(Push),
    },
    id: 'getPage',
    tag: SERVICE,
    summary: 'The web page',
    description:
      'Served without credentials: it contains no data, and asks for the password itself where one is set.',
    parameters: [
      inQuery('refresh', 'Seconds between updates; default: the refresh of the agent.', {
        type: 'number',
        exclusiveMinimum: 0,
      }),
    ],
    answer: text(),
    says: 'A page.',
    type: 'text/html',
    handler(given) {
      const { send } = pagesOf(given);
      const { fleetPage, flags, incident, names, pastEvents, push } = given;
      const own = {
        ...(fleetPage !== null && { fleet: 'browser' }),
        ...((pastEvents ?? incident) !== null && { keepsEvents: true as const }),
        ...(names !== null && { canSnapshot: true as const }),
        ...(incident !== null && { incident: { ...incident.window, at: incident.at } }),
        ...(push !== null && { canPush: true as const }),
        ...flags,
      };
      return (request, reply) => send(request, reply, 'index', undefined, own);
    },
  }),
  // The key is in the fragment of the address, which browsers do not send.
  defineRoute({
    ...PAGE,
    path: '/wall',
    uses: { ...PAGES, hostPage: HostPage },
    undocumented: 'a page for people',
    handler(given) {
      const { send } = pagesOf(given);
      return (request, reply) => send(request, reply, 'wall');
    },
  }),
  ofFleet('/browser', (given) => {
    const { send } = pagesOf(given);
    const own = { ...(given.pastEvents !== null && { keepsEvents: true as const }) };
    return (request, reply) => send(request, reply, 'fleet', undefined, own);
  }),
  ofFleet(
    '/browser/',
    ({ base }) =>
      (request, reply) =>
        sendRedirect(request, reply, `${base}/browser`),
  ),
  // For any name: only the API reveals which servers exist.
  ofFleet('/servers/{id}/', (given) => {
    const { send } = pagesOf(given);
    const own = { hub: '../../', fleet: '../../browser', run: '' };
    return (request, reply) => send(request, reply, 'index', belowHub, own);
  }),
  ofFleet('/servers/{id}', ({ base }) => (request, reply) => {
    const id = pathParameter(request, 'id');
    return sendRedirect(request, reply, `${base}/servers/${encodeURIComponent(id)}/`);
  }),
  defineRoute({
    ...PAGE,
    path: '/static/{file}',
    uses: PAGES,
    undocumented: 'parts of the pages',
    handler(given) {
      const { headers, assets } = pagesOf(given);
      return async (request, reply) => {
        const name = pathParameter(request, 'file');
        if (OLDER_SCRIPTS.has(name)) return sendReload(reply, headers);
        const file = await assets.file(name);
        if (file === null) throw notFound();
        return sendFile(reply.headers(headers), request, file);
      };
    },
  }),
  defineRoute({
    ...PAGE,
    path: '/service-worker.js',
    uses: { ...PAGES, hostPage: HostPage },
    undocumented: 'a part of the page',
    handler(given) {
      const { assets } = pagesOf(given);
      return async (request, reply) => {
        const file = await assets.serviceWorker();
        if (file === null) throw notFound();
        return sendFile(reply.headers(WORKER_HEADERS), request, file, 'no-cache');
      };
    },
  }),
  // Otherwise the redirects with and without slash would be circular.
  defineRoute({
    path: '/',
    access: 'viewer',
    uses: {},
    when: (services) => services.lackOf(HostPage) !== null,
    undocumented: 'does not exist',
    handler: () => () => {
      throw notFound();
    },
  }),
  defineRoute({
    path: '',
    access: 'viewer',
    uses: { prefix: Prefix },
    undocumented: 'leads below the prefix',
    handler:
      ({ prefix }) =>
      (request, reply) =>
        sendRedirect(request, reply, `${prefix}/`),
  }),
];

/** Scripts of other servers' pages, which a browser may have cached; ours have hashed names. */
const OLDER_SCRIPTS: ReadonlySet<string> = new Set(['glances.js', 'browser.js']);

/** A reloaded page comes from this server and loads its own scripts, so this is no loop. */
const sendReload = (reply: FastifyReply, headers: Headers): FastifyReply =>
  reply
    .headers({ ...headers, 'cache-control': 'no-store', 'content-type': 'text/javascript; charset=utf-8' })
    .send('location.reload();\n');

/** The first requests of each page. */
const PRELOADS: Readonly<Record<PageName, readonly string[]>> = {
  index: ['api/4/all?extra=true', 'api/4/all/limits?extra=true', 'api/levels', 'api/verdict'],
  fleet: ['api/servers?limit=1000'],
  wall: [],
};

const notBuilt = () =>
  new ApiError(404, 'The web page is not there: build it with npm run build, or start with --disable-webui');

const pageBody = (text: string): Body => new Body(Buffer.from(text), null, 'text/html; charset=utf-8');

function sendFile(
  reply: FastifyReply,
  request: FastifyRequest,
  file: PageFile,
  caching = FOREVER,
): FastifyReply {
  const { headers } = request.raw;
  const packed = acceptsGzip(headers['accept-encoding']) ? file.packed : null;
  const tags = [`"${file.etag}"`, `"${file.etag}.gzip"`] as const;
  reply.headers({
    'cache-control': caching,
    'last-modified': file.lastModified,
    etag: packed === null ? tags[0] : tags[1],
    ...(file.packed !== null && { vary: 'Accept-Encoding' }),
  });
  if (matchesTag(headers['if-none-match'], tags)) return reply.code(304).send();
  if (packed !== null) reply.header('content-encoding', 'gzip');
  return reply.header('content-type', file.type).send(packed ?? file.bytes);
}
