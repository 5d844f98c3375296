/** Schemas of the hub: what it says of the servers that it watches. */
import type { Schema } from '../../../core/schema.ts';
import { closed, DECORATION, mapOf, SCALAR, text } from '../../openapi/schema-parts.ts';
import { ref } from '../../openapi/types.ts';

const nullable = (type: string, description: string): Schema => ({ type: [type, 'null'], description });
const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
const words = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description });
const seconds = (description: string): Schema => ({
  type: 'number',
  minimum: 0,
  description,
  'x-unit': 'second',
});

export const STATUS_NAMES = ['ONLINE', 'SNMP', 'PROTECTED', 'OFFLINE', 'UNKNOWN'];

const counts = closed(
  'Servers by status.',
  Object.fromEntries(STATUS_NAMES.map((status) => [status, count(`How many are ${status}.`)])),
);

const column = closed('A value that is shown of every server.', {
  key: text('How rows name it.'),
  plugin: text('Name of the plugin.'),
  field: text('Name of the field.'),
  item: nullable('string', 'Identity of the item; null for plugins that show one object.'),
  unit: nullable('string', 'Unit, where this server knows the field.'),
  description: nullable('string', 'What it is, where this server knows the field.'),
});

const value = closed('A value of a server.', {
  value: SCALAR,
  level: {
    enum: ['OK', 'CAREFUL', 'WARNING', 'CRITICAL', null],
    description: 'Its level; null where nothing judges it.',
  },
  decoration: DECORATION,
  age: seconds('Since it was read.'),
  course: {
    type: 'array',
    items: { type: 'number' },
    maxItems: 30,
    description: 'The last numbers, oldest first.',
  },
});

const row = closed('A server that is watched.', {
  id: text('What names it in paths.'),
  name: text('Name or address, as it was given or as it announced itself.'),
  alias: nullable('string', 'Name that is shown.'),
  ip: nullable('string', 'Address; null while it is not known.'),
  port: count('Port.'),
  protocol: { enum: ['rest', 'rpc'], description: 'How it is asked.' },
  tls: { type: 'boolean', description: 'Asked over TLS.' },
  type: {
    enum: ['STATIC', 'DYNAMIC', 'ADDED', 'STORED'],
    description:
      'From the configuration file, found on the network, added on the page, or known from a database alone.',
  },
  stored: {
    type: 'boolean',
    description: 'A database has its past; its page shows that while the server does not answer.',
  },
  tags: words('What groups it.'),
  status: { enum: STATUS_NAMES, description: 'How it is.' },
  reason: nullable('string', 'Why, for every status but ONLINE.'),
  since: { type: 'string', format: 'date-time', description: 'When the status began.' },
  age: { ...seconds('Since it last answered; null: not yet.'), type: ['number', 'null'] },
  values: mapOf('By key of the column; what could not be read yet is lacking.', value),
});

const page = closed('Servers that fit, a page of them.', {
  total: count('Servers there are.'),
  matching: count('Servers that fit.'),
  offset: count('How many of those stand before the first one here.'),
  limit: count('Most that are sent.'),
  counts: ref('schemas', 'ServerCounts'),
  tags: words('All tags, sorted.'),
  editable: { type: 'boolean', description: 'Whether servers can be added and removed.' },
  refresh: seconds('Between two looks at a server.'),
  columns: { type: 'array', items: ref('schemas', 'ServerColumn') },
  servers: { type: 'array', items: ref('schemas', 'ServerRow') },
  position: text('For a stream that goes on from here.'),
});

export const FLEET_SCHEMAS: Record<string, Schema> = {
  ServerCounts: counts,
  ServerColumn: column,
  ServerRow: row,
  ServerPage: page,
};
