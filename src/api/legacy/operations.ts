/** `/api/3` and `/api/2`: deprecated, for clients of older servers. */
import type { Json } from '../../core/served.ts';
import { anyObject, listOf, mapOf, ONE_MEMBER, text } from '../../core/shape.ts';
import type { Schema } from '../../core/schema.ts';
import type { Plugin } from '../../core/plugin.ts';
import { VIEW_EXAMPLE } from '../../http/openapi/common-schemas.ts';
import type { OperationSetup } from '../../http/openapi/operation.ts';
import { countOf, inPath, pluginNamed } from '../../http/openapi/parameters.ts';
import { versionTag } from '../../http/openapi/tags.ts';
import { type Part, ref } from '../../http/openapi/types.ts';
import type { Piece } from '../../http/route/route.ts';
import { legacyPlugins, type Version } from './dialect.ts';

const TEXT = text(undefined, { minLength: 1 });
const OBJECT = anyObject();
const WHOLE: Schema = { type: ['object', 'array', 'string', 'null'] };
const POINTS = [['2026-11-21T00:52:09.595790', 12.5]];
const LOCAL = 'Times are local, without offset; counters are served as increases.';
const FIELD = inPath('field', 'Name of a field in that version.', TEXT, 'percent');
const SERIES = inPath(
  'field',
  'Name of a series: the field; for a list, the identity and the field.',
  TEXT,
  'user',
);
const VALUE = inPath('value', 'Value that the field must equal.', TEXT, '/');
const LAST = countOf('Number of points, counted from the newest; 0 returns all.');

interface LegacyOperation extends Pick<OperationSetup, 'summary' | 'answer' | 'says' | 'type'> {
  /** Path below the version. */
  path: string;
  /** The operation without its version. */
  id: string;
  example: Json;
  parameters?: readonly Part[];
  refusals?: NonNullable<OperationSetup['refusals']>;
}

export function legacyOperations(version: Version, plugins: readonly Plugin[]): Piece[] {
  const names = legacyPlugins(version, plugins).map(({ name }) => name);
  const operations = [...serviceOperations(names), ...settingsOperations(), ...pluginOperations(names)];
  return (version === 3 ? [...operations, STATUS] : operations).map(({ path, id, ...rest }) => ({
    ...rest,
    path: `/api/${version}${path}`,
    id: `${id}InVersion${version}`,
    tag: versionTag(version),
    isDeprecated: true,
  }));
}

const STATUS: LegacyOperation = {
  path: '/status',
  id: 'getStatus',
  summary: 'Whether the service is up',
  answer: text(),
  says: 'The service is up.',
  type: 'text/html',
  example: 'Active',
};

const serviceOperations = (names: readonly string[]): LegacyOperation[] => [
  {
    path: '/pluginslist',
    id: 'getPluginsList',
    summary: 'Names of enabled plugins',
    answer: listOf(text()),
    says: 'Names in alphabetical order.',
    example: names,
  },
  {
    path: '/all',
    id: 'getAll',
    summary: 'Values of every plugin',
    answer: OBJECT,
    says: 'Values by plugin; plugins that are switched off are empty.',
    example: { load: { min1: 0.5, min5: 0.4, min15: 0.3, cpucore: 4 } },
  },
  {
    path: '/all/views',
    id: 'getAllViews',
    summary: 'Views of every plugin',
    answer: OBJECT,
    says: 'Views by plugin.',
    example: { load: { min1: VIEW_EXAMPLE } },
  },
  {
    path: '/all/limits',
    id: 'getAllLimits',
    summary: 'Thresholds and other options of every plugin',
    answer: mapOf('Limits by plugin.', ref('schemas', 'Limits')),
    says: 'Limits by plugin.',
    example: { load: { load_careful: 0.7 } },
  },
];

const settingsOperations = (): LegacyOperation[] => [
  {
    path: '/config',
    id: 'getConfiguration',
    summary: 'Configuration',
    answer: OBJECT,
    says: 'Values by section and key, secrets masked.',
    example: { cpu: { total_careful: '65' } },
  },
  {
    path: '/config/{section}',
    id: 'getConfigurationSection',
    summary: 'One section of the configuration',
    parameters: [inPath('section', 'Name of a section of the configuration.', TEXT, 'cpu')],
    answer: OBJECT,
    says: 'Values by key.',
    example: { total_careful: '65' },
    refusals: { '400': 'UnknownName' },
  },
  {
    path: '/args',
    id: 'getArguments',
    summary: 'Command line',
    answer: OBJECT,
    says: 'Every option with its value, secrets masked.',
    example: { port: 61_208 },
  },
  {
    path: '/args/{name}',
    id: 'getArgument',
    summary: 'One option of the command line',
    parameters: [inPath('name', 'Name of the option, as in the list of all.', TEXT, 'port')],
    answer: {},
    says: 'Its value.',
    example: 61_208,
    refusals: { '400': 'UnknownName' },
  },
];

function pluginOperations(names: readonly string[]): LegacyOperation[] {
  const [first] = names;
  if (first === undefined) return [];
  const plugin = pluginNamed(names, names.includes('fs') ? 'fs' : first);
  const history = { answer: ref('schemas', 'LocalHistory'), says: LOCAL, example: { user: POINTS } };
  const one = { ...history, answer: { ...ref('schemas', 'LocalHistory'), maxProperties: 1 } };
  const below = (path: string, described: Omit<LegacyOperation, 'path'>): LegacyOperation => ({
    ...described,
    path: `/{plugin}${path}`,
    parameters: [plugin, ...(described.parameters ?? [])],
    refusals: { '400': 'UnknownPlugin', '404': 'Absent' },
  });
  return [
    below('', {
      id: 'getPlugin',
      summary: 'Values of a plugin',
      answer: WHOLE,
      says: 'The latest sample.',
      example: [{ key: 'mnt_point', mnt_point: '/', percent: 42.1 }],
    }),
    below('/limits', {
      id: 'getLimits',
      summary: 'Thresholds and other options',
      answer: ref('schemas', 'Limits'),
      says: 'Every option of the plugin.',
      example: { fs_careful: 50 },
    }),
    below('/views', {
      id: 'getViews',
      summary: 'Views of a plugin',
      answer: ref('schemas', 'Views'),
      says: 'Level and flags of every value.',
      example: { '/': { percent: VIEW_EXAMPLE } },
    }),
    below('/history', { id: 'getHistory', summary: 'Recent history of a plugin', ...history }),
    below('/history/{nb}', {
      id: 'getLatestHistory',
      summary: 'The newest points of the history of a plugin',
      parameters: [LAST],
      ...history,
    }),
    below('/{field}', {
      id: 'getField',
      summary: 'One field',
      parameters: [FIELD],
      answer: ONE_MEMBER,
      says: 'An object with the field as its only member; of a list, the values of all entries.',
      example: { percent: [42.1, 7] },
    }),
    below('/{field}/history', {
      id: 'getFieldHistory',
      summary: 'Recent history of one series',
      parameters: [SERIES],
      ...one,
    }),
    below('/{field}/history/{nb}', {
      id: 'getLatestFieldHistory',
      summary: 'The newest points of the history of one series',
      parameters: [SERIES, LAST],
      ...one,
    }),
    below('/{field}/{value}', {
      id: 'getEntriesByValue',
      summary: 'Entries of a list by the value of a field',
      parameters: [FIELD, VALUE],
      answer: ONE_MEMBER,
      says: 'An object with the value as its only member: the entries.',
      example: { '/': [{ key: 'mnt_point', mnt_point: '/', percent: 42.1 }] },
    }),
  ];
}
