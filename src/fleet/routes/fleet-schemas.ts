/** Schemas of the hub about its servers. */
import type { Schema } from '../../core/schema.ts';
import { closed, flag, integer, listOf, mapOf, number, oneOf, orNull, text } from '../../core/shape.ts';
import { DECORATION, LEVELS, SCALAR } from '../../http/openapi/schema-parts.ts';
import { inPath } from '../../http/openapi/parameters.ts';
import { ref } from '../../http/openapi/types.ts';

const nullable = (description: string) => orNull(text(description));
const count = (description: string) => integer(description, { minimum: 0 });
const words = (description: string) => listOf(text(), { description });
const seconds = (description: string) => number(description, { minimum: 0, 'x-unit': 'second' });

export const STATUS_NAMES = ['ONLINE', 'SNMP', 'PROTECTED', 'OFFLINE', 'UNKNOWN'];

const counts = closed(
  'Servers by status.',
  Object.fromEntries(STATUS_NAMES.map((status) => [status, count(`How many are ${status}.`)])),
);

const column = closed('A value displayed for every server.', {
  key: text('Its key in rows.'),
  plugin: text('Name of the plugin.'),
  field: text('Name of the field.'),
  item: nullable('Identity of the item; null for plugins that show one object.'),
  unit: nullable('Unit, where this server knows the field.'),
  description: nullable('Description, where this server knows the field.'),
});

const value = closed('A value of a server.', {
  value: SCALAR,
  level: orNull(oneOf(LEVELS), 'Level; null where the value is not judged.'),
  decoration: DECORATION,
  age: seconds('Age of the value.'),
  recent: listOf(number(), { description: 'The latest numbers, oldest first.', maxItems: 30 }),
});

const row = closed('A watched server.', {
  id: text('Identifier used in paths.'),
  name: text('Configured or announced name or address.'),
  alias: nullable('Display name.'),
  ip: nullable('IP address; null while unknown.'),
  port: count('TCP port.'),
  protocol: oneOf(['rest', 'rpc'], 'Protocol.'),
  tls: flag('Whether TLS is used.'),
  type: oneOf(
    ['STATIC', 'DYNAMIC', 'ADDED', 'STORED'],
    'Origin: configuration file, network discovery, added on the page, or a database alone.',
  ),
  stored: flag('Whether a database has its history, which its page shows while the server does not answer.'),
  tags: words('Tags, by which servers are grouped.'),
  status: oneOf(STATUS_NAMES, 'Status.'),
  reason: nullable('Reason, for every status except ONLINE.'),
  since: text('Time at which the status began.', { format: 'date-time' }),
  age: orNull(seconds('Time since the last answer; null before the first.')),
  values: mapOf('By column key; values not read yet are left out.', value),
  verdict: orNull(
    closed('Summary of its alerts at its last answer.', {
      level: orNull(oneOf(LEVELS, 'Worst level.')),
      alerts: count('Number of alerts.'),
      sentence: text('The headline.'),
    }),
    'Null for servers without `/api/verdict`.',
  ),
});

const page = closed('One page of the matching servers.', {
  total: count('Total number of servers.'),
  matching: count('Number of matching servers.'),
  offset: count('Number of matching servers before this page.'),
  limit: count('Maximum number of servers in the answer.'),
  counts: ref('schemas', 'ServerCounts'),
  tags: words('All tags in alphabetical order.'),
  editable: flag('Whether servers can be added and removed.'),
  refresh: seconds('Time between two polls of a server.'),
  now: count('Clock of the hub: milliseconds since 1970.'),
  columns: listOf(ref('schemas', 'ServerColumn')),
  servers: listOf(ref('schemas', 'ServerRow')),
  position: text('Position from which a stream can continue.'),
});

export const FLEET_SCHEMAS: Record<string, Schema> = {
  ServerCounts: counts,
  ServerColumn: column,
  ServerRow: row,
  ServerPage: page,
};

export const ID = inPath('id', 'The `id` of the server.', text(), 'db1:61208');

export const ROW_EXAMPLE = {
  id: 'db1:61208',
  name: 'db1',
  alias: 'Database',
  ip: '10.0.0.5',
  port: 61_208,
  protocol: 'rest',
  tls: false,
  type: 'STATIC',
  stored: false,
  tags: ['db'],
  status: 'ONLINE',
  reason: null,
  since: '2026-11-21T08:00:00.000Z',
  age: 2.1,
  values: {
    cpu_total: { value: 12.3, level: 'OK', decoration: 'OK_LOG', age: 2.1, recent: [11.9, 12.3] },
  },
  verdict: { level: 'OK' as const, alerts: 0, sentence: 'All within limits' },
};
