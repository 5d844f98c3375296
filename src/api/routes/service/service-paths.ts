/** What the service says of itself, and everything at once. */
import type { Plugin } from '../../../core/plugin.ts';
import type { Schema } from '../../../core/schema.ts';
import { VIEW_EXAMPLE } from '../../openapi/common-schemas.ts';
import { operation } from '../../openapi/operation.ts';
import { type Examples, type Paths, ref } from '../../openapi/types.ts';

export const SERVICE = {
  name: 'Service',
  description: 'The service itself: its version, its plugins, its documentation.',
};
export const EVERYTHING = { name: 'All plugins', description: 'Everything at once.' };

export interface ServiceSetup {
  plugins: readonly Plugin[];
  /** Path of the version. */
  root: string;
  version: string;
  examples: Examples;
}

const SERVER = {
  key: 'db1:61208',
  name: 'db1',
  port: '61208',
  alias: 'Database',
  protocol: 'rest',
  username: 'glances',
  ip: '10.0.0.5',
  status: 'ONLINE',
  type: 'STATIC',
  columns: ['load_min5'],
  load_min5: 1.47,
  load_min5_decoration: 'CAREFUL',
};

const WORDS: Schema = { type: 'array', items: { type: 'string' } };

export function servicePaths({ plugins, root, version }: ServiceSetup): Paths {
  const status = operation({
    id: 'getStatus',
    tag: SERVICE.name,
    summary: 'Whether the service is well',
    description: 'Needs no credentials.',
    answer: { type: 'object', properties: { version: { type: 'string' } }, required: ['version'] },
    says: 'It is. The version of the service.',
    example: { version },
  });
  const { content: _, ...noBody } = status.responses['200'] ?? {};
  const head = { ...status, operationId: 'headStatus', responses: { ...status.responses, '200': noBody } };
  return {
    [`${root}/status`]: { get: { ...status, security: [] }, head: { ...head, security: [] } },
    [`${root}/pluginslist`]: {
      get: operation({
        id: 'getPluginsList',
        tag: SERVICE.name,
        summary: 'Names of the plugins that are on',
        answer: WORDS,
        says: 'Names, sorted.',
        example: plugins.map(({ name }) => name),
        isVersioned: true,
      }),
    },
    [`${root}/serverslist`]: {
      get: operation({
        id: 'getServersList',
        tag: SERVICE.name,
        summary: 'Servers that the central browser knows',
        description:
          'Values stand under the keys that `columns` names, their levels under the same with `_decoration`. `/api/servers` has more.',
        answer: { type: 'array', items: { type: 'object' } },
        says: 'The servers; none unless the browser is on.',
        example: [SERVER],
      }),
    },
    '/api/plugins': { get: pluginStates() },
    '/api/pools': { get: pools() },
  };
}

const pluginStates = () =>
  operation({
    id: 'getPluginStates',
    tag: SERVICE.name,
    summary: 'How every plugin is doing, and why',
    answer: { type: 'array', items: ref('schemas', 'PluginReport') },
    says: 'All plugins there are, switched off or not.',
    example: [
      {
        name: 'cpu',
        state: 'ok',
        reason: null,
        refresh: 2,
        duration_ms: 0.2,
        last_sample: 1_795_222_329_595,
        enabled: true,
        description: 'Use of all CPU cores together.',
      },
    ],
  });

const pools = () =>
  operation({
    id: 'getPools',
    tag: SERVICE.name,
    summary: 'Pools of ZFS and btrfs',
    description: 'As the raid plugin last saw them; arrays of Linux itself are shown by that plugin.',
    answer: { type: 'array', items: ref('schemas', 'Pool') },
    says: 'Pools, ZFS first.',
    example: [
      {
        type: 'btrfs',
        name: 'media',
        uuid: '0b6a1a7e-5d1c-4b2b-9c59-3d2f8a1c7e40',
        state: 'DEGRADED',
        devices: 3,
        missing: 1,
        errors: 12,
        level: 'WARNING',
      },
    ],
  });

export function allPaths({ plugins, root, examples }: ServiceSetup): Paths {
  const byPlugin = (schema: Schema): Schema => ({ type: 'object', additionalProperties: schema });
  const tag = EVERYTHING.name;
  const known = plugins.filter(({ name }) => name in examples);
  return {
    [`${root}/all`]: {
      get: operation({
        id: 'getAll',
        tag,
        summary: 'What every plugin shows',
        answer: ref('schemas', 'All'),
        says: 'The latest sample of each plugin that is on, by its name.',
        ...(known.length === plugins.length && {
          example: Object.fromEntries(known.map(({ name }) => [name, examples[name]])),
        }),
        isVersioned: true,
      }),
    },
    [`${root}/all/views`]: {
      get: operation({
        id: 'getAllViews',
        tag,
        summary: 'Views of every plugin',
        answer: byPlugin(ref('schemas', 'Views')),
        says: 'Views by plugin.',
        example: { cpu: { total: VIEW_EXAMPLE } },
        isVersioned: true,
      }),
    },
    [`${root}/all/limits`]: {
      get: operation({
        id: 'getAllLimits',
        tag,
        summary: 'Thresholds and other options of every plugin',
        answer: byPlugin(ref('schemas', 'Limits')),
        says: 'Limits by plugin.',
        example: { cpu: { history_size: 1200, cpu_total_careful: 65 } },
        isVersioned: true,
      }),
    },
  };
}
