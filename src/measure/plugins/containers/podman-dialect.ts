/** Podman's own API, https://docs.podman.io/en/latest/_static/api.html, section libpod (3 and later). */
import type { Details, Dialect, Listed, UsageFrame } from './dialect.ts';
import { cpuLimitOf, healthOf, lifeOf, parseEvent } from './docker-dialect.ts';
import {
  arrayOf,
  commandOf,
  entriesOf,
  type Json,
  momentOf,
  numberOf,
  objectOf,
  textOf,
  textsOf,
} from './json.ts';
import type { Usage } from './engine.ts';

const EVENTS = encodeURIComponent(JSON.stringify({ type: ['container', 'image'] }));

export const podman: Dialect = {
  engine: 'podman',
  listPath: (all) => `/containers/json?all=${all}&pod=true`,
  parseList: (body) => entriesOf('Podman', body, 'Id').map(parseListed),
  detailsPath: (id) => `/containers/${encodeURIComponent(id)}/json`,
  parseDetails: (body, listed) => parseDetails(objectOf(body), listed),
  imagePath: (id) => `/images/${encodeURIComponent(id)}/json`,
  eventsPath: (since) => `/events?stream=true&since=${since}&filters=${EVENTS}`,
  parseEvent,
  statsPath: () => '/containers/stats?stream=true&interval=2',
  statsPerContainer: false,
  parseFrame(frame): UsageFrame | null {
    const { Stats: all } = objectOf(frame);
    if (!Array.isArray(all)) return null;
    return new Map(all.map(objectOf).map((stats) => [textOf(stats['ContainerID']), usageOf(stats)]));
  },
};

function parseListed(entry: Json): Listed {
  const id = textOf(entry['Id']);
  const name = textsOf(entry['Names'])[0] ?? id.slice(0, 12);
  const state = textOf(entry['State']);
  const podId = textOf(entry['Pod']);
  const pid = numberOf(entry['Pid']) ?? 0;
  return {
    id,
    name,
    imageId: textOf(entry['ImageID']),
    imageName: textOf(entry['Image']),
    state,
    signature: [name, state, pid, textOf(entry['ImageID']), textOf(entry['Status'])].join('\n'),
    created: textOf(entry['Created']) || null,
    command: commandOf(...textsOf(entry['Command'])),
    ports: arrayOf(entry['Ports']).map(objectOf).map(portsOf).join(','),
    startedAt: momentOf(entry['StartedAt']),
    pod: podId === '' ? null : { id: podId, name: textOf(entry['PodName']) },
  };
}

/** `8080->80/tcp`, or with a range `8080-8082->80-82/tcp`. */
function portsOf(port: Json): string {
  const more = Math.max(0, (numberOf(port['range']) ?? 1) - 1);
  const range = (first: number): string => (more === 0 ? `${first}` : `${first}-${first + more}`);
  const inner = `${range(numberOf(port['container_port']) ?? 0)}/${textOf(port['protocol']) || 'tcp'}`;
  const outer = numberOf(port['host_port']) ?? 0;
  return outer === 0 ? inner : `${range(outer)}->${inner}`;
}

function parseDetails(body: Json, listed: Listed): Details {
  const state = objectOf(body['State']);
  const hostConfig = objectOf(body['HostConfig']);
  return {
    state: textOf(state['Status']) || listed.state,
    health: healthOf(state),
    created: listed.created,
    command: listed.command,
    ports: listed.ports,
    startedAt: listed.startedAt,
    pid: numberOf(state['Pid']) ?? 0,
    hostNetwork: textOf(hostConfig['NetworkMode']) === 'host',
    cpuLimit: cpuLimitOf(hostConfig),
    ...lifeOf(body),
  };
}

/** One container of a line of `GET /libpod/containers/stats`. */
function usageOf(stats: Json): Omit<Usage, 'at' | 'cpuLimit'> {
  const amount = (key: string): number | null => numberOf(stats[key]);
  const [percent, usage, limit] = [amount('CPU'), amount('MemUsage'), amount('MemLimit')];
  const [read, written] = [amount('BlockInput'), amount('BlockOutput')];
  return {
    cpu: percent === null ? null : { percent, nanoseconds: amount('CPUNano') },
    memory: usage === null || limit === null ? null : { usage, limit, inactiveFile: null },
    io: read === null || written === null ? null : { read, written },
    network: networkOf(stats),
  };
}

/** Podman 5 lists interfaces, older versions have one sum. */
function networkOf(stats: Json): Usage['network'] {
  const interfaces = Object.values(objectOf(stats['Network'])).map(objectOf);
  if (interfaces.length === 0) {
    const [received, sent] = [numberOf(stats['NetInput']), numberOf(stats['NetOutput'])];
    return received === null || sent === null ? null : { received, sent };
  }
  const sum = (key: string): number =>
    interfaces.reduce((total, one) => total + (numberOf(one[key]) ?? 0), 0);
  return { received: sum('RxBytes'), sent: sum('TxBytes') };
}
