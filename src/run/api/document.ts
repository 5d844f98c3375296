/** The OpenAPI document of the API: a pure function of the list of routes and the plugins. */
import { refusing, withCredentials } from '../../http/openapi/access.ts';
import { COMMON_SCHEMAS } from '../../http/openapi/common-schemas.ts';
import { headOf, operation } from '../../http/openapi/operation.ts';
import { PARAMETERS } from '../../http/openapi/parameters.ts';
import { pluginSchemas } from '../../http/openapi/plugin-schemas.ts';
import { HEADERS, RESPONSES } from '../../http/openapi/responses.ts';
import {
  ANY_PLUGIN,
  EVENTS,
  EVERYTHING,
  FLEET,
  PROCESSES,
  SERVICE,
  SETTINGS,
  versionTag,
} from '../../http/openapi/tags.ts';
import type { Method, OpenApiDocument, Operation, Part, Paths } from '../../http/openapi/types.ts';
import {
  type Described,
  type Route,
  type RouteList,
  type Served,
  routesFrom,
} from '../../http/route/route.ts';

interface DocumentSetup extends Described {
  list: RouteList;
  server: Part;
  /** Name of a scope with its own document; default: everything else. */
  scope?: string;
}

const DESCRIPTION = `Statistics of the host that Gander runs on, grouped into plugins.

The host is sampled in the background, and answers come from memory. They carry an \`ETag\` that changes with
every sample; a request with \`If-None-Match\` gets 304 while there is no new one. Bodies of 1,000 bytes or more
are compressed with gzip on request.

- **Units** are in \`x-unit\` of every field, and at \`/{plugin}/{field}/unit\`.
- **Counters** are served as their increase since the previous sample, with the companions \`_gauge\` (cumulative value) and
  \`_rate_per_sec\`.
- **Null** stands for a value that is unknown or out of its range; \`/api/plugins\` names the cause.
- **Errors** are \`{"detail": …}\`. Programs should use the status. A field that does not exist is not an error: the answer is null.
- **Beyond** \`/api/4\`, which does not change, there are \`/api/plugins\`, \`/api/pools\`, \`/api/levels\`, \`/api/history\`, \`/api/archive\`, \`/api/stream\`, \`/metrics\` and this documentation.
- **Other versions** are served at \`/api/5\`, \`/api/3\` and \`/api/2\`, for clients of these versions.`;

export function openApiDocument({ server, scope, list, ...described }: DocumentSetup): OpenApiDocument {
  const { plugins, version, served } = described;
  const routes = routesFrom(list, described).filter((route) => route.scope?.document?.name === scope);
  const description = routes.find(({ scope: own }) => own?.document)?.scope?.document?.description;
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info: {
      title: 'Gander',
      description: description ?? DESCRIPTION,
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [server],
    security: [],
    tags: [
      SERVICE,
      EVERYTHING,
      ANY_PLUGIN,
      EVENTS,
      PROCESSES,
      SETTINGS,
      FLEET,
      ...(scope === undefined ? plugins.map(({ name, description }) => ({ name, description })) : []),
      ...(scope === undefined ? [versionTag(3), versionTag(2)] : []),
    ],
    paths: pathsOf(routes, served),
    components: {
      schemas: Object.assign(
        {},
        COMMON_SCHEMAS,
        ...routes.map(({ schemas }) => schemas),
        scope === undefined && pluginSchemas(plugins),
      ),
      parameters: PARAMETERS,
      responses: RESPONSES,
      headers: HEADERS,
    },
  };
  return served.access === 'open' ? document : withCredentials(document, served.access === 'either');
}

function pathsOf(routes: readonly Route[], served: Served): Paths {
  const paths: Paths = {};
  for (const route of routes)
    for (const [path, method, one] of operationsOf(route))
      paths[path] = { ...paths[path], [method]: withAccess(one, route, served) };
  return paths;
}

function operationsOf(route: Route): (readonly [path: string, method: Method, operation: Operation])[] {
  if (route.undocumented !== undefined) return [];
  const method = route.method.toLowerCase() as Method;
  if (route.pieces) return route.pieces.map((piece) => [piece.path, method, operation(piece)]);
  const path = route.path.replaceAll('*}', '}');
  const one = operation(route);
  return [[path, method, one], ...(route.hasHead ? [[path, 'head', headOf(one)] as const] : [])];
}

function withAccess(one: Operation, { access }: Route, served: Served): Operation {
  if (access === 'open') return { ...one, security: [] };
  return served.access === 'open' ? one : refusing(one, access);
}
