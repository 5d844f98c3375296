/** The servers that a hub watches. */
import { STATUS_NAMES } from './fleet-schemas.ts';
import { operation } from '../../openapi/operation.ts';
import { inPath, inQuery, lastEventId } from '../../openapi/parameters.ts';
import { type Described, type Operation, type Paths, ref } from '../../openapi/types.ts';

export const FLEET = {
  name: 'Servers',
  description: 'Other servers. All but `/api/values` exist only with `--browser`.',
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
  stored: false,
  tags: ['db'],
  status: 'ONLINE',
  reason: null,
  since: '2026-11-21T08:00:00.000Z',
  age: 2.1,
  values: {
    cpu_total: { value: 12.3, level: 'OK', decoration: 'OK_LOG', age: 2.1, recent: [11.9, 12.3] },
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
  now: 1_795_394_096_000,
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

const LIST = { style: 'form', explode: false };

export const fleetPaths = ({ isHub }: Described): Paths => (isHub ? paths() : {});

const paths = (): Paths => ({
  '/api/servers': { get: list(), post: add() },
  '/api/servers/{id}': { delete: remove() },
  '/api/servers/{id}/password': { post: givePassword() },
  '/api/servers/stream': { get: stream() },
  '/servers/{id}/api/{path}': { get: pass('get'), post: pass('post') },
  '/servers/{id}/api/stream': { get: passStream() },
});

const list = () =>
  operation({
    id: 'getServers',
    tag: FLEET.name,
    summary: 'Watched servers',
    parameters: [
      inQuery('q', 'Words that must all occur in the name, alias, address, port, tags or displayed texts.', {
        type: 'string',
      }),
      inQuery(
        'status',
        'Only servers with one of these statuses.',
        { type: 'array', items: { enum: STATUS_NAMES } },
        LIST,
      ),
      inQuery(
        'tag',
        'Only servers with one of these tags.',
        { type: 'array', items: { type: 'string' } },
        LIST,
      ),
      inQuery('sort', '`name`, `status`, `address`, `age` or the key of a column.', {
        type: 'string',
        default: 'name',
      }),
      inQuery('order', 'Direction.', { enum: ['asc', 'desc'], default: 'asc' }),
      inQuery('offset', 'Number of matching servers to skip.', {
        type: 'integer',
        minimum: 0,
        default: 0,
      }),
      inQuery('limit', 'Maximum number of servers in the answer.', {
        type: 'integer',
        minimum: 0,
        maximum: 1000,
        default: 100,
      }),
    ],
    answer: ref('schemas', 'ServerPage'),
    says: 'One page of servers.',
    example: PAGE,
    refusals: { '400': 'BadQuery' },
  });

const ID = inPath('id', 'The `id` of the server.', { type: 'string' }, 'db1:61208');

const STREAM_EXAMPLE = `event: servers
id: 5f3c9a1e.43
data: {"servers":[],"removed":["db2:61208"],"counts":{"ONLINE":1,"SNMP":0,"PROTECTED":0,"OFFLINE":0,"UNKNOWN":0},"total":1,"tags":["db"]}

`;

const stream = () =>
  operation({
    id: 'getServersStream',
    tag: FLEET.name,
    summary: 'Stream of changes, once a second',
    description:
      'Server-sent events, beginning with `hello`. `servers` has new and changed rows, and the ids of servers that are gone, ' +
      'to be removed before the rows are applied. `id` is a position from which a reopened stream continues; without one, it ' +
      'begins with all servers. `end` gives the reason why the stream ends.',
    parameters: [
      ...lastEventId('The value of `Last-Event-ID`, or `position` of the list.'),
      inQuery(
        'rows',
        'With `changes`, rows of which only age and values are new come in `changes`: `id`, `age`, and new values as ' +
          '`[value, level, decoration]`; numbers are to be appended to `recent`.',
        { type: 'string', enum: ['changes'] },
      ),
    ],
    type: 'text/event-stream',
    answer: { type: 'string' },
    says: 'The events.',
    example: STREAM_EXAMPLE,
    refusals: { '503': 'NoRoom' },
  });

const NEW_SERVER = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'Host name or address; with https:// in front, TLS is used.' },
    port: { type: 'integer', minimum: 1, maximum: 65_535, description: 'Default: the usual port.' },
    protocol: { enum: ['rest', 'rpc'], default: 'rest', description: 'Protocol.' },
    alias: { type: ['string', 'null'], description: 'Display name.' },
    tags: { type: 'array', items: { type: 'string' }, description: 'Tags, by which servers are grouped.' },
    password: { type: ['string', 'null'], format: 'password', description: 'Never returned.' },
  },
  required: ['name'],
  additionalProperties: false,
};

/** An operation whose answer has another status than 200. */
function withStatus(made: Operation, status: string, content: boolean): Operation {
  const { '200': { content: media, ...answer } = {}, ...others } = made.responses;
  return { ...made, responses: { [status]: { ...answer, ...(content && { content: media }) }, ...others } };
}

const add = (): Operation =>
  withStatus(
    operation({
      id: 'addServer',
      tag: FLEET.name,
      summary: 'Add a server',
      description:
        'Only where a password is set (403), and not for pages of other sites (403). The content type must be JSON (415). ' +
        'A server that is watched already is refused with 409.',
      body: {
        required: true,
        content: {
          'application/json': { schema: NEW_SERVER, example: { name: 'db1', port: 61_208, tags: ['db'] } },
        },
      },
      answer: ref('schemas', 'ServerRow'),
      says: 'The server was added.',
      example: {
        ...ROW,
        type: 'ADDED',
        status: 'UNKNOWN',
        reason: 'has not been asked yet',
        age: null,
        values: {},
      },
      refusals: { '400': 'BadQuery' },
    }),
    '201',
    true,
  );

const PASSWORD_BODY = {
  type: 'object',
  properties: { password: { type: 'string', format: 'password', description: 'Never returned.' } },
  required: ['password'],
  additionalProperties: false,
};

const givePassword = (): Operation =>
  operation({
    id: 'giveServerPassword',
    tag: FLEET.name,
    summary: 'Set the password of a server',
    description:
      'Only where a password is set (403), and not for pages of other sites (403). It is stored with the added servers ' +
      'and used from the next poll on. Servers found on the network are never given one (409).',
    parameters: [ID],
    body: {
      required: true,
      content: {
        'application/json': { schema: PASSWORD_BODY, example: { password: 'correct horse battery' } },
      },
    },
    answer: { const: true },
    says: 'The note was saved.',
    example: true,
    refusals: { '400': 'BadQuery', '404': 'UnknownName' },
  });

const remove = (): Operation =>
  withStatus(
    operation({
      id: 'removeServer',
      tag: FLEET.name,
      summary: 'Remove a server',
      description:
        'Only where a password is set (403), and not for pages of other sites (403). Servers of the configuration file and ' +
        'of the network stay (409).',
      parameters: [ID],
      answer: {},
      says: 'The note was removed.',
      refusals: { '404': 'UnknownName' },
    }),
    '204',
    false,
  );

const pass = (method: 'get' | 'post'): Operation =>
  operation({
    id: `${method}OfServer`,
    tag: FLEET.name,
    summary:
      method === 'get' ? 'API of a server, through the hub' : 'Clear events of a server, or select a process',
    description:
      'The hub logs in there with what it was configured with. Problems on the way are 502 and 504. Configuration and ' +
      'arguments of the server are not passed on.',
    parameters: [ID, inPath('path', 'Path below `/api/` of the server.', { type: 'string' }, '4/cpu')],
    answer: {},
    says: 'The answer of the server.',
    example: { total: 12.3 },
    refusals: { '404': 'UnknownName', '502': 'BadServer', '503': 'NoRoom', '504': 'BadServer' },
  });

const passStream = (): Operation =>
  operation({
    id: 'getStreamOfServer',
    tag: FLEET.name,
    summary: 'Stream of a server, through the hub',
    description: 'Passed on as the server sends it; 404 where it has none.',
    parameters: [ID],
    type: 'text/event-stream',
    answer: { type: 'string' },
    says: 'The events.',
    example: 'event: load\ndata: {"min1":0.61}\n\n',
    refusals: { '404': 'UnknownName', '502': 'BadServer', '503': 'NoRoom', '504': 'BadServer' },
  });
