/** Podman's own API, https://docs.podman.io/en/latest/_static/api.html, section libpod (3 and later). */
import { adopt } from '../../../core/adopt.ts';
import {
  either,
  listOf,
  loose,
  mapOf,
  number,
  numbers,
  text,
  texts,
  type TypeOf,
} from '../../../core/shape.ts';
import type { Dialect, Listed, UsageFrame } from './dialect.ts';
import { detailsIn, lifeOf, parseEvent } from './docker-dialect.ts';
import type { Usage } from './engine.ts';
import { commandOf, ID, listReader, parseMoment } from './json.ts';

const PORT = loose({ ...numbers('range', 'container_port', 'host_port'), protocol: text() });
const LISTED = loose(
  {
    Id: ID,
    ...texts('State', 'Status', 'Pod', 'PodName', 'ImageID', 'Image', 'Created'),
    Names: listOf(text()),
    Pid: number(),
    StartedAt: either(number(), text()),
    Command: listOf(text()),
    Ports: listOf(PORT),
  },
  ['Id'],
);
const STATS = loose({
  ContainerID: text(),
  ...numbers('CPU', 'CPUNano', 'MemUsage', 'MemLimit', 'BlockInput', 'BlockOutput', 'NetInput', 'NetOutput'),
  Network: mapOf('By interface.', loose(numbers('RxBytes', 'TxBytes'))),
});
type Stats = TypeOf<typeof STATS>;

const listIn = listReader('Podman', LISTED);
const frameIn = adopt(loose({ Stats: listOf(STATS) }));

const EVENTS = encodeURIComponent(JSON.stringify({ type: ['container', 'image'] }));

export const podman: Dialect = {
  engine: 'podman',
  listPath: (all) => `/containers/json?all=${all}&pod=true`,
  parseList: (body) => listIn(body).map(parseListed),
  detailsPath: (id) => `/containers/${encodeURIComponent(id)}/json`,
  parseDetails(body, listed) {
    const details = detailsIn(body);
    const { created, command, ports, startedAt } = listed;
    return details && { ...lifeOf(details, listed), created, command, ports, startedAt };
  },
  imagePath: (id) => `/images/${encodeURIComponent(id)}/json`,
  eventsPath: (since) => `/events?stream=true&since=${since}&filters=${EVENTS}`,
  parseEvent,
  statsPath: () => '/containers/stats?stream=true&interval=2',
  statsPerContainer: false,
  parseFrame(frame): UsageFrame | null {
    const all = frameIn(frame)?.Stats;
    return all ? new Map(all.map((stats) => [stats.ContainerID ?? '', usageOf(stats)])) : null;
  },
};

function parseListed({ Id: id, ...entry }: TypeOf<typeof LISTED>): Listed {
  const { Names: [name = id.slice(0, 12)] = [], State: state = '', ImageID: imageId = '' } = entry;
  return {
    id,
    name,
    imageId,
    imageName: entry.Image ?? '',
    state,
    signature: [name, state, entry.Pid ?? 0, imageId, entry.Status ?? ''].join('\n'),
    created: entry.Created || null,
    command: commandOf(...(entry.Command ?? [])),
    ports: (entry.Ports ?? []).map(portsOf).join(','),
    startedAt: parseMoment(entry.StartedAt),
    pod: entry.Pod ? { id: entry.Pod, name: entry.PodName ?? '' } : null,
  };
}

/** `8080->80/tcp`, or with a range `8080-8082->80-82/tcp`. */
function portsOf({
  range: count = 1,
  container_port = 0,
  host_port = 0,
  protocol,
}: TypeOf<typeof PORT>): string {
  const more = Math.max(0, count - 1);
  const range = (first: number): string => (more === 0 ? `${first}` : `${first}-${first + more}`);
  const inner = `${range(container_port)}/${protocol || 'tcp'}`;
  return host_port === 0 ? inner : `${range(host_port)}->${inner}`;
}

/** One container of a line of `GET /libpod/containers/stats`. */
function usageOf(stats: Stats): Omit<Usage, 'at' | 'cpuLimit'> {
  const { CPU: percent, CPUNano: nanoseconds = null, MemUsage: usage, MemLimit: limit } = stats;
  const { BlockInput: read, BlockOutput: written } = stats;
  return {
    cpu: percent === undefined ? null : { percent, nanoseconds },
    memory: usage === undefined || limit === undefined ? null : { usage, limit, inactiveFile: null },
    io: read === undefined || written === undefined ? null : { read, written },
    network: networkOf(stats),
  };
}

/** Podman 5 lists interfaces, older versions have one sum. */
function networkOf({ Network: network = {}, NetInput: received, NetOutput: sent }: Stats): Usage['network'] {
  const interfaces = Object.values(network);
  if (interfaces.length === 0)
    return received === undefined || sent === undefined ? null : { received, sent };
  const sum = (key: 'RxBytes' | 'TxBytes'): number =>
    interfaces.reduce((total, one) => total + (one[key] ?? 0), 0);
  return { received: sum('RxBytes'), sent: sum('TxBytes') };
}
