/** The servers that a hub watches. */
import type { Schema } from '../../core/schema.ts';
import { STATUS_NAMES, VALUES_SCHEMA } from './fleet-schemas.ts';
import { operation } from './operation.ts';
import { type Part, type Paths, ref } from './types.ts';

export const FLEET = {
  name: 'Servers',
  description: 'Other servers. All but `/api/values` is there only with `--browser`.',
};

const ROW = {
  id: 'db1:61208',
  name: 'db1',
  alias: 'Database',
  ip: '10.0.0.5',
  port: 61_208,
  protocol: 'rest',
  tls: false,
  type: 'STATIC',
  tags: ['db'],
  status: 'ONLINE',
  reason: null,
  since: '2026-11-21T08:00:00.000Z',
  age: 2.1,
  values: {
    cpu_total: { value: 12.3, level: 'OK', decoration: 'OK_LOG', age: 2.1, course: [11.9, 12.3] },
  },
};

const COUNTS = { ONLINE: 1, SNMP: 0, PROTECTED: 0, OFFLINE: 0, UNKNOWN: 0 };

const PAGE = {
  total: 1,
  matching: 1,
  offset: 0,
  limit: 100,
  counts: COUNTS,
  tags: ['db'],
  editable: true,
  refresh: 10,
  columns: [
    {
      key: 'cpu_total',
      plugin: 'cpu',
      field: 'total',
      item: null,
      unit: 'percent',
      description: 'Share of time not idle.',
    },
  ],
  servers: [ROW],
  position: '5f3c9a1e.42',
};

const inQuery = (name: string, description: string, schema: Schema, more: Part = {}): Part => ({
  name,
  in: 'query',
  description,
  schema,
  ...more,
});

const LIST = { style: 'form', explode: false };

export function valuesPaths(): Paths {
  const of = inQuery(
    'of',
    'What to show: `plugin:field`, or `plugin:field:identity` for plugins that list items; at most 30.',
    { type: 'array', items: { type: 'string' } },
    { ...LIST, example: ['cpu:total', 'fs:percent:/'] },
  );
  return {
    '/api/values': {
      get: operation({
        id: 'getValues',
        tag: FLEET.name,
        summary: 'Single values of several plugins at once',
        description: 'For programs that watch many hosts: the answer is short, and has the levels in it.',
        parameters: [of],
        answer: VALUES_SCHEMA,
        says: 'The values there are.',
        example: { version: '4.0.0', values: { cpu_total: { value: 12.3, decoration: 'OK_LOG' } } },
        refusals: { '400': 'BadQuery' },
      }),
    },
  };
}

export const fleetPaths = (): Paths => ({
  '/api/servers': { get: list() },
});

const list = () =>
  operation({
    id: 'getServers',
    tag: FLEET.name,
    summary: 'The servers that are watched',
    parameters: [
      inQuery('q', 'Words that all stand in name, alias, address, port, tags or texts shown.', {
        type: 'string',
      }),
      inQuery('status', 'Only these.', { type: 'array', items: { enum: STATUS_NAMES } }, LIST),
      inQuery('tag', 'Only servers with one of these.', { type: 'array', items: { type: 'string' } }, LIST),
      inQuery('sort', '`name`, `status`, `address`, `age` or the key of a column.', {
        type: 'string',
        default: 'name',
      }),
      inQuery('order', 'Direction.', { enum: ['asc', 'desc'], default: 'asc' }),
      inQuery('offset', 'How many of those that fit are left out at the start.', {
        type: 'integer',
        minimum: 0,
        default: 0,
      }),
      inQuery('limit', 'Most that are sent.', { type: 'integer', minimum: 0, maximum: 1000, default: 100 }),
    ],
    answer: ref('schemas', 'ServerPage'),
    says: 'A page of them.',
    example: PAGE,
    refusals: { '400': 'BadQuery' },
  });
