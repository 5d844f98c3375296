/** Containers in an object, with the engines' names. */
import type { PluginValue, Served, ServedMember } from '../../../core/served.ts';
import { members, select, type Shape } from '../shape.ts';

const CPU = members('total');

/** Members of all older versions; unknown values are already absent from nested objects. */
const described = (item: Served): Served => ({
  key: 'name',
  name: item['name'],
  Id: item['id'],
  Status: stateOf(item['status']),
  Created: item['created'],
  Command: wordsOf(item['command']),
  Image: item['image'],
  Uptime: item['uptime'],
  cpu: select((item['cpu'] ?? {}) as Served, CPU),
  memory: item['memory'],
  io: item['io'],
  network: item['network'],
});

/** Outcomes of health checks, which only running containers have. Older versions show the state alone. */
const HEALTH: ReadonlySet<ServedMember> = new Set(['starting', 'healthy', 'unhealthy']);

const stateOf = (status: ServedMember): ServedMember => (HEALTH.has(status) ? 'running' : status);

const wordsOf = (command: ServedMember): string[] =>
  typeof command === 'string' && command !== '' ? command.split(' ') : [];

const NUMBERS = members(
  'engine',
  'cpu_percent',
  'memory_usage',
  ['io_rx', 'io_r'],
  ['io_wx', 'io_w'],
  'network_rx',
  'network_tx',
);

/** Known values only: clients add them up. */
const numbers = (item: Served): Served =>
  Object.fromEntries(Object.entries(select(item, NUMBERS)).filter(([, value]) => value !== null));

/** Returns the members of the engine's own list. */
const listed = (item: Served): Served => ({
  ...described(item),
  Names: [`/${String(item['name'])}`],
  Image: String((item['image'] as string[] | undefined)?.[0] ?? ''),
  Command: String(item['command'] ?? ''),
  Created: Math.floor((Date.parse(String(item['created'])) || 0) / 1000),
});

const within =
  (entry: (item: Served) => Served, versions: Served) =>
  (value: PluginValue): Served => ({ ...versions, containers: (value as Served[]).map(entry) });

/** An empty object without containers, as in servers with the former name. */
const unlessEmpty =
  (whole: (value: PluginValue) => Served) =>
  (value: PluginValue): Served =>
    (value as Served[]).length === 0 ? {} : whole(value);

/** Since 3.4, without versions of engines. */
export const containers: Shape = {
  whole: within((item) => ({ ...described(item), ...numbers(item) }), { version: {}, version_podman: {} }),
};

/** Former names of the same members. */
export const docker: Shape = {
  whole: unlessEmpty(within(described, { version: {} })),
};

export const dockerOf2: Shape = { ...docker, whole: unlessEmpty(within(listed, { version: {} })) };
