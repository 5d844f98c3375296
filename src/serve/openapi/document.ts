/** The OpenAPI document of the API: a pure function of the declarations. */
import { allPaths, EVERYTHING } from '../routes/all/all-paths.ts';
import { archivePaths } from '../routes/archive/archive-paths.ts';
import { momentPaths } from '../routes/history/moment-paths.ts';
import { notesPaths } from '../routes/notes/notes-paths.ts';
import { rangePaths } from '../routes/history/range-paths.ts';
import { documentationPaths } from '../routes/docs/documentation-paths.ts';
import { silencesPaths } from '../routes/silences/silences-paths.ts';
import { eventPaths, EVENTS } from '../routes/events/event-paths.ts';
import { metricsPaths } from '../routes/metrics/metrics-paths.ts';
import { exportersPaths } from '../routes/exporters/exporters-paths.ts';
import { historyPaths } from '../routes/history/history-paths.ts';
import { LEGACY_TAGS, legacyPaths } from '../routes/legacy/legacy-paths.ts';
import { PLUGIN_STATES_SCHEMAS, pluginStatesPaths } from '../routes/plugin-states/plugin-states-paths.ts';
import { ANY_PLUGIN, belowPluginPaths } from '../routes/plugins/below-plugin-paths.ts';
import { pluginPaths, pluginTags } from '../routes/plugins/plugin-paths.ts';
import { LEVELS_SCHEMAS, levelsPaths } from '../routes/levels/levels-paths.ts';
import { POOLS_SCHEMAS, poolsPaths } from '../routes/pools/pools-paths.ts';
import { processPaths, PROCESSES } from '../routes/processes/process-paths.ts';
import { serverslistPaths } from '../routes/servers-list/serverslist-paths.ts';
import { FLEET, fleetPaths } from '../routes/servers/fleet-paths.ts';
import { serverPastPaths } from '../routes/servers/past-paths.ts';
import { FLEET_SCHEMAS } from '../routes/servers/fleet-schemas.ts';
import { SERVICE, servicePaths } from '../routes/service/service-paths.ts';
import { SETTINGS, settingsPaths } from '../routes/settings/settings-paths.ts';
import { streamPaths } from '../routes/stream/stream-paths.ts';
import { valuesPaths } from '../routes/values/values-paths.ts';
import { type Access, withAccess } from './access.ts';
import { COMMON_SCHEMAS } from './common-schemas.ts';
import { PARAMETERS } from './parameters.ts';
import { pluginSchemas } from './plugin-schemas.ts';
import { HEADERS, RESPONSES } from './responses.ts';
import type { Described, OpenApiDocument, Part, Paths } from './types.ts';

export interface DocumentSetup extends Described {
  server: Part;
  access: Access;
}

/** The operations of all routes, in the order in which they are shown. */
const PATHS: readonly ((described: Described) => Paths)[] = [
  servicePaths,
  serverslistPaths,
  pluginStatesPaths,
  poolsPaths,
  documentationPaths,
  allPaths,
  levelsPaths,
  pluginPaths,
  belowPluginPaths,
  eventPaths,
  silencesPaths,
  processPaths,
  settingsPaths,
  historyPaths,
  rangePaths,
  momentPaths,
  notesPaths,
  archivePaths,
  metricsPaths,
  exportersPaths,
  streamPaths,
  valuesPaths,
  fleetPaths,
  serverPastPaths,
  legacyPaths,
];

const DESCRIPTION = `Statistics of the host that Gander runs on, grouped into plugins.

The host is sampled in the background, and answers come from memory. They carry an \`ETag\` that changes with
every sample; a request with \`If-None-Match\` costs next to nothing while there is no new one. Bodies of 1,000 bytes or more
are compressed with gzip on request.

- **Units** are in \`x-unit\` of every field, and at \`/{plugin}/{field}/unit\`.
- **Counters** are served as their increase since the previous sample, with the companions \`_gauge\` (cumulative value) and
  \`_rate_per_sec\`.
- **Errors** are \`{"detail": …}\`. Programs should use the status. A field that does not exist is not an error: the answer is null.
- **Beyond** \`/api/4\`, which does not change, there are \`/api/plugins\`, \`/api/pools\`, \`/api/levels\`, \`/api/history\`, \`/api/archive\`, \`/api/stream\`, \`/metrics\` and this documentation.
- **Older versions** 3 and 2 are served at \`/api/3\` and \`/api/2\`, for clients that support nothing newer.`;

export function openApiDocument({ server, access, ...described }: DocumentSetup): OpenApiDocument {
  const { plugins, version, isHub } = described;
  const paths: Paths = Object.assign({}, ...PATHS.map((pathsOf) => pathsOf(described)));
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info: {
      title: 'Gander',
      description: DESCRIPTION,
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
      ...pluginTags(plugins),
      ...LEGACY_TAGS,
    ],
    paths,
    components: {
      schemas: {
        ...COMMON_SCHEMAS,
        ...PLUGIN_STATES_SCHEMAS,
        ...POOLS_SCHEMAS,
        ...LEVELS_SCHEMAS,
        ...(isHub && FLEET_SCHEMAS),
        ...pluginSchemas(plugins),
      },
      parameters: PARAMETERS,
      responses: RESPONSES,
      headers: HEADERS,
    },
  };
  return withAccess(document, access);
}
