/** Operations of version 5, for its own document. */
import {
  anyObject,
  describedAs,
  integer,
  listOf,
  loose,
  mapOf,
  number,
  ONE_MEMBER,
  orNull,
  text,
} from '../../core/shape.ts';
import type { OperationSetup } from '../../http/openapi/operation.ts';
import { inPath, pluginNamed } from '../../http/openapi/parameters.ts';
import { EVENTS, EVERYTHING, ANY_PLUGIN, SERVICE } from '../../http/openapi/tags.ts';
import { EXTRA_PARAMETER } from '../values/plugin-lists.ts';
import { documentQuery, integerQuery, textQuery } from '../../http/route/query.ts';
import type { Piece } from '../../http/route/route.ts';
import type { NamedPlugin } from './entry.ts';

const TEXT = text(undefined, { minLength: 1 });
const OBJECT = anyObject();
const LIST = listOf(OBJECT);

const ENVELOPE = orNull(
  loose({
    data: describedAs(LIST, 'The items of a list.'),
    time_since_update: number('Seconds since the previous sample; 0: there was none.'),
    _key: text('Of a list: the member that identifies items.'),
    _levels: anyObject(
      'Levels by member; of a list, by identity and member: ok, careful, warning, critical.',
    ),
  }),
);

const LOAD = {
  min1: 0.2,
  min5: 1.4,
  min15: 1.5,
  cpucore: 2,
  time_since_update: 2,
  _levels: {
    min5: { level: 'ok', prominent: false },
    min15: { level: 'careful', prominent: true },
  },
};
const LOAD_INFO = {
  min1: { description: 'Mean length of the run queue over one minute.', unit: 'float', history: true },
};
const LOAD_LIMITS = { min15: { careful: 0.7, warning: 1, critical: 5 } };

const extra = { parameters: EXTRA_PARAMETER } as const;

export const listOperations = (entries: readonly NamedPlugin[]) =>
  ({
    pluginslist: {
      path: '/api/5/pluginslist',
      id: 'getPluginsList',
      tag: SERVICE,
      summary: 'Names of enabled plugins',
      ...extra,
      answer: listOf(text()),
      says: 'Names in alphabetical order.',
      example: entries.slice(0, 3).map(({ name }) => name),
    },
    all: {
      path: '/api/5/all',
      id: 'getAll',
      tag: EVERYTHING,
      summary: 'Values of every plugin',
      ...extra,
      isVersioned: true,
      answer: mapOf('By plugin.', ENVELOPE),
      says: 'Values by plugin; plugins without any are left out.',
      example: { load: LOAD },
    },
    info: {
      path: '/api/5/all/info',
      id: 'getAllInfo',
      tag: EVERYTHING,
      summary: 'Schema of every plugin',
      ...extra,
      answer: mapOf('By name.', OBJECT),
      says: 'Schemas by plugin.',
      example: { load: LOAD_INFO },
    },
    limits: {
      path: '/api/5/all/limits',
      id: 'getAllLimits',
      tag: EVERYTHING,
      summary: 'Thresholds of every plugin',
      ...extra,
      answer: mapOf('By name.', OBJECT),
      says: 'Thresholds by plugin; plugins without any are left out.',
      example: { load: LOAD_LIMITS },
    },
  }) as const satisfies Record<string, OperationSetup & { path: string }>;

const EVENT = {
  ts: '2026-10-10T12:34:56.000000+00:00',
  plugin: 'cpu',
  key: null,
  field: 'total',
  prominent: true,
  hostname: 'server1',
  level: 'critical',
  previous_level: 'ok',
  value: 96.4,
  is_initial: false,
  top: ['python3', 'node'],
  top_sort: 'cpu_percent',
};
const INCIDENT = {
  begin: EVENT.ts,
  end: null,
  duration: '2h04m',
  plugin: 'fs',
  key: '/',
  field: 'percent',
  level: 'critical',
  prominent: false,
  ongoing: true,
  partial: false,
  ok: false,
  top: null,
  top_sort: null,
};

const OFF = { refusals: { '404': 'Absent' } } as const;

export const ALERTS = {
  changes: {
    path: '/api/5/alert',
    id: 'getAlerts',
    tag: EVENTS,
    summary: 'Changes of levels',
    ...extra,
    answer: LIST,
    says: 'Changes to warning, critical and back, the newest last.',
    example: [EVENT],
    ...OFF,
  },
  incidents: {
    path: '/api/5/alert/incidents',
    id: 'getIncidents',
    tag: EVENTS,
    summary: 'Incidents',
    ...extra,
    answer: LIST,
    says: 'Ongoing and recent incidents, the newest first.',
    example: [INCIDENT],
    ...OFF,
  },
} as const satisfies Record<string, OperationSetup & { path: string }>;

export const HISTORY_QUERY = {
  nb: integerQuery('Number of newest points; 0: all.', { minimum: 0, fallback: '0' }),
  field: textQuery('Only this member.', { maxLength: 200 }),
  item: textQuery('Only the item of a list with this identity.', { maxLength: 4096 }),
};

const FIELD = inPath('field', 'Name of a member.', TEXT, 'min1');

export function belowPlugin5(entries: readonly NamedPlugin[]): Piece[] {
  const names = entries.map(({ name }) => name);
  const lists = entries.flatMap(({ name, key }) => (key === null ? [] : name));
  const [first] = names;
  if (first === undefined) return [];
  const prefer = (some: readonly string[], name: string): string =>
    some.includes(name) ? name : (some[0] ?? name);
  const any = pluginNamed(names, prefer(names, 'load'));
  const list = pluginNamed(lists, prefer(lists, 'fs'));
  const below = (path: string, of: typeof any, setup: Omit<OperationSetup, 'tag'>): Piece => ({
    ...setup,
    path: `/api/5/{plugin}${path}`,
    tag: ANY_PLUGIN,
    parameters: [of, ...(setup.parameters ?? [])],
    refusals: { '404': 'Absent', ...setup.refusals },
  });
  const pieces = [
    below('', any, {
      id: 'getPlugin',
      summary: 'Values of a plugin',
      answer: ENVELOPE,
      says: 'The latest sample; null before the first one.',
      example: LOAD,
      isVersioned: true,
    }),
    below('/info', any, {
      id: 'getInfo',
      summary: 'Schema of a plugin',
      answer: mapOf('By name.', OBJECT),
      says: 'Description, unit and default thresholds of every member.',
      example: LOAD_INFO,
    }),
    below('/limits', any, {
      id: 'getLimits',
      summary: 'Thresholds of a plugin',
      answer: OBJECT,
      says: 'Effective thresholds by member.',
      example: LOAD_LIMITS,
    }),
    below('/history', any, {
      id: 'getHistory',
      summary: 'Recent history of a plugin',
      parameters: documentQuery(HISTORY_QUERY),
      answer: loose(
        {
          timestamps: listOf(number(), { description: 'Seconds since the epoch.' }),
          series: anyObject('Values by member; of a list, by member and identity.'),
        },
        ['timestamps', 'series'],
      ),
      says: 'Times, and series of the same length; null: no value.',
      example: { timestamps: [1_790_000_000, 1_790_000_002], series: { min1: [0.2, 0.3] } },
      refusals: { '400': 'BadQuery' },
    }),
    below('/{field}', any, {
      id: 'getField',
      summary: 'One member',
      parameters: [FIELD],
      answer: ONE_MEMBER,
      says: 'An object with the member; of a list, with its values in all items.',
      example: { min1: 0.2 },
    }),
  ];
  if (lists.length === 0) return pieces;
  const item = { mnt_point: '/', percent: 42.1 };
  return [
    ...pieces,
    below('/top/{nb}', list, {
      id: 'getTop',
      summary: 'First items of a list',
      parameters: [inPath('nb', 'Number of items.', integer(undefined, { minimum: 0 }), 3)],
      answer: LIST,
      says: 'The items.',
      example: [item],
      refusals: { '422': 'NotANumber' },
    }),
    below('/{field}/value/{value}', list, {
      id: 'getItemsByValue',
      summary: 'Items by the value of a member',
      parameters: [{ ...FIELD, example: 'mnt_point' }, inPath('value', 'Value, as text.', TEXT, '/')],
      answer: { ...mapOf('The items, by the value.', LIST), maxProperties: 1 },
      says: 'An object with the value: the items.',
      example: { '/': [item] },
    }),
    below('/{field}/{key}', list, {
      id: 'getFieldOfItem',
      summary: 'One member of one item',
      parameters: [{ ...FIELD, example: 'percent' }, inPath('key', 'Identity of the item.', TEXT, '/')],
      answer: ONE_MEMBER,
      says: 'An object with the member.',
      example: { percent: 42.1 },
    }),
  ];
}
