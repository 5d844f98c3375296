/** Schemas of the hub about its servers. */
import { SERVER_COLUMN } from '../../core/columns.ts';
import { SERVER_STATUSES, type ServerStatus } from '../../core/server-status.ts';
import { closed, flag, integer, listOf, number, type Shape, text, type TypeOf } from '../../core/shape.ts';
import { inPath } from '../../http/openapi/parameters.ts';
import { named } from '../../http/openapi/named.ts';
import { SERVER_ROW, type ServerRow } from '../hub/row.ts';

const count = (description: string) => integer(description, { minimum: 0 });

const COUNTS = closed(
  'Servers by status.',
  Object.fromEntries(SERVER_STATUSES.map((status) => [status, count(`How many are ${status}.`)])) as Record<
    ServerStatus,
    Shape<number>
  >,
);

const PAGE = closed('One page of the matching servers.', {
  total: count('Total number of servers.'),
  matching: count('Number of matching servers.'),
  offset: count('Number of matching servers before this page.'),
  limit: count('Maximum number of servers in the answer.'),
  counts: COUNTS,
  tags: listOf(text(), { description: 'All tags in alphabetical order.' }),
  editable: flag('Whether servers can be added and removed.'),
  refresh: number('Time between two polls of a server.', { minimum: 0, 'x-unit': 'second' }),
  now: count('Clock of the hub: milliseconds since 1970.'),
  columns: listOf(SERVER_COLUMN),
  servers: listOf(SERVER_ROW),
  position: text('Position from which a stream can continue.'),
});
export type ServerPage = TypeOf<typeof PAGE>;

export const FLEET_SCHEMAS = named({
  ServerCounts: COUNTS,
  ServerColumn: SERVER_COLUMN,
  ServerRow: SERVER_ROW,
  ServerPage: PAGE,
});

export const ID = inPath('id', 'The `id` of the server.', text(), 'db1:61208');

export const ROW_EXAMPLE: ServerRow = {
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
  verdict: { level: 'OK', alerts: 0, sentence: 'All within limits' },
};
