/** The OpenAPI document of the API: a pure function of the declarations. */
import type { Plugin } from '../../core/plugin.ts';
import { type Access, withAccess } from './access.ts';
import { ANY_PLUGIN, belowPluginPaths } from '../routes/plugins/below-plugin-paths.ts';
import { COMMON_SCHEMAS } from './common-schemas.ts';
import { documentationPaths } from '../routes/docs/documentation-paths.ts';
import { eventPaths, EVENTS } from '../routes/events/event-paths.ts';
import { LEGACY_TAGS, legacyPaths } from '../routes/legacy/legacy-paths.ts';
import { PARAMETERS } from './parameters.ts';
import { pluginPaths, pluginTags } from '../routes/plugins/plugin-paths.ts';
import { pluginSchemas } from './plugin-schemas.ts';
import { processPaths, PROCESSES } from '../routes/processes/process-paths.ts';
import { historyPaths } from '../routes/history/history-paths.ts';
import { FLEET, fleetPaths, valuesPaths } from '../routes/servers/fleet-paths.ts';
import { FLEET_SCHEMAS } from '../routes/servers/fleet-schemas.ts';
import { HEADERS, RESPONSES } from './responses.ts';
import { allPaths, EVERYTHING, SERVICE, servicePaths } from '../routes/service/service-paths.ts';
import { SETTINGS, settingsPaths } from '../routes/settings/settings-paths.ts';
import { streamPaths } from '../routes/stream/stream-paths.ts';
import type { Examples, OpenApiDocument, Part, Paths } from './types.ts';

export interface DocumentSetup {
  /** The plugins to describe, sorted by name. */
  plugins: readonly Plugin[];
  version: string;
  server: Part;
  examples: Examples;
  access: Access;
  /** Whether it watches other servers. */
  isHub: boolean;
}

const ROOT = '/api/4';

const DESCRIPTION = `Statistics of the host that Gander runs on, grouped into plugins.

Answers come from memory: the host is sampled in the background, whoever asks. They carry an \`ETag\` that changes with
every sample; a request with \`If-None-Match\` costs next to nothing while there is no new one. Bodies of 1,000 bytes or more
are compressed with gzip on request.

- **Units** are in \`x-unit\` of every field, and at \`/{plugin}/{field}/unit\`.
- **Counters** are served as their increase since the previous sample. Their companions \`_gauge\` (cumulative value) and
  \`_rate_per_sec\` go with them.
- **Errors** are \`{"detail": …}\`. Programs go by the status. A field that does not exist is no error: the answer is null.
- **Beyond** \`/api/4\`, which stays as it is, are \`/api/plugins\`, \`/api/pools\`, \`/api/history\`, \`/api/stream\` and this documentation.
- **Older versions** 3 and 2 are served at \`/api/3\` and \`/api/2\`, for clients that know no other.`;

export function openApiDocument({
  plugins,
  version,
  server,
  examples,
  access,
  isHub,
}: DocumentSetup): OpenApiDocument {
  const service = { plugins, root: ROOT, version, examples };
  const paths: Paths = {
    ...servicePaths(service),
    ...documentationPaths(),
    ...allPaths(service),
    ...pluginPaths(plugins, ROOT, examples),
    ...belowPluginPaths(plugins, ROOT),
    ...eventPaths(ROOT),
    ...processPaths(plugins, ROOT, examples),
    ...settingsPaths(ROOT),
    ...historyPaths(),
    ...streamPaths(),
    ...valuesPaths(),
    ...(isHub && fleetPaths()),
    ...legacyPaths(plugins, '/api'),
  };
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
      schemas: { ...COMMON_SCHEMAS, ...(isHub && FLEET_SCHEMAS), ...pluginSchemas(plugins) },
      parameters: PARAMETERS,
      responses: RESPONSES,
      headers: HEADERS,
    },
  };
  return withAccess(document, ROOT, access);
}
