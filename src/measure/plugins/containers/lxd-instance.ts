/** An instance of LXD or Incus: https://documentation.ubuntu.com/lxd/latest/rest-api/ */
import { adopt } from '../../../core/adopt.ts';
import type { Json } from '../../../core/served.ts';
import { memberOf } from '../../../core/members.ts';
import {
  flag,
  integer,
  listOf,
  loose,
  mapOf,
  number,
  text,
  texts,
  type TypeOf,
} from '../../../core/shape.ts';
import { ID, listReader, parseMoment } from './json.ts';

/** Reply of `GET /1.0`. */
export interface LxdServer {
  /** False: it serves only public data. */
  readonly trusts: boolean;
  readonly listPath: string;
  /** Fingerprint of its certificate, its identity; empty: unknown. */
  readonly identity: string;
  /** Name of this member of a cluster; null outside of clusters. */
  readonly member: string | null;
}

/** An element of `GET /1.0/instances?recursion=1`. */
export interface Instance {
  readonly name: string;
  readonly project: string;
  /** In lower case: running, stopped, frozen and so on. */
  readonly status: string;
  readonly image: string;
  readonly created: string | null;
  readonly startedAt: number | null;
  readonly ports: string;
  /** Value of `limits.cpu`: a number of cores, or which (`0-3,7`); empty without limit. */
  readonly cpuLimit: string;
  /** Member of the cluster it runs on. */
  readonly location: string;
}

/** Reply of `GET /1.0/instances/<name>/state`. */
export interface InstanceState {
  /** Main process, host pid; 0: none. */
  readonly pid: number;
  readonly nanoseconds: number | null;
  readonly memory: number | null;
  /** Bytes; null: not stated. */
  readonly memoryTotal: number | null;
  /** Bytes in use on the root disk; null with storage that does not count them. */
  readonly diskUsage: number | null;
  readonly network: { readonly received: number; readonly sent: number };
}

/** Every reply wraps its data. */
const metadataOf = (body: Json) => memberOf(body, 'metadata');

const serverIn = adopt(
  loose({
    auth: text(),
    api_extensions: listOf(text()),
    environment: loose({ certificate_fingerprint: text(), server_clustered: flag(), server_name: text() }),
  }),
);

export function parseServer(body: Json): LxdServer {
  const { auth, api_extensions: extensions = [], environment = {} } = serverIn(metadataOf(body)) ?? {};
  // Before the extension, containers were the only instances.
  const kind = extensions.includes('instances') ? 'instances' : 'containers';
  const projects = extensions.includes('instance_all_projects') ? '&all-projects=true' : '';
  return {
    trusts: auth !== 'untrusted',
    identity: environment.certificate_fingerprint ?? '',
    listPath: `/1.0/${kind}?recursion=1${projects}`,
    member: environment.server_clustered === true ? (environment.server_name ?? '') : null,
  };
}

const CONFIG = mapOf('By key.', text());
const DEVICES = mapOf('By name.', loose(texts('type', 'listen', 'connect')));
const INSTANCE = loose(
  {
    name: ID,
    ...texts('project', 'status', 'created_at', 'last_used_at', 'location'),
    config: CONFIG,
    expanded_config: CONFIG,
    devices: DEVICES,
    expanded_devices: DEVICES,
  },
  ['name'],
);
const instancesIn = listReader('LXD', INSTANCE);

/** Parses the instances of this server. */
export const parseInstances = (body: Json, { member }: LxdServer): Instance[] =>
  instancesIn(metadataOf(body))
    .map(parseInstance)
    .filter(({ location }) => member === null || location === member);

function parseInstance(entry: TypeOf<typeof INSTANCE>): Instance {
  const config = { ...entry.config, ...entry.expanded_config };
  return {
    name: entry.name,
    project: entry.project || 'default',
    status: (entry.status ?? '').toLowerCase(),
    image: config['image.description'] ?? '',
    created: entry.created_at || null,
    startedAt: parseMoment(entry.last_used_at),
    ports: portsOf(entry.expanded_devices ?? entry.devices ?? {}),
    cpuLimit: config['limits.cpu'] ?? '',
    location: entry.location ?? '',
  };
}

/** `8080->80/tcp` of proxy devices, which have `listen` and `connect` in the form `tcp:0.0.0.0:8080` or `unix:/run/a`. */
const portsOf = (devices: TypeOf<typeof DEVICES>): string =>
  Object.values(devices)
    .filter(({ type }) => type === 'proxy')
    .map(({ listen = '', connect = '' }) => {
      const [from, to] = [endOf(listen), endOf(connect)];
      return `${from.port}->${to.port}/${to.protocol}`;
    })
    .join(',');

/** `bind` may be on the host or the instance; the direction of connections matters. */
function endOf(address: string): { protocol: string; port: string } {
  const at = address.indexOf(':');
  const [protocol, rest] = [address.slice(0, at), address.slice(at + 1)];
  return { protocol, port: protocol === 'unix' ? rest : rest.slice(rest.lastIndexOf(':') + 1) };
}

/** Virtual machines whose agent does not answer have -1. */
const COUNT = number('', { minimum: 0 });
const stateIn = adopt(
  loose({
    pid: integer('', { minimum: 1 }),
    cpu: loose({ usage: COUNT }),
    memory: loose({ usage: COUNT, total: COUNT }),
    disk: loose({ root: loose({ usage: COUNT }) }),
    network: mapOf(
      'By interface.',
      loose({ type: text(), counters: loose({ bytes_received: COUNT, bytes_sent: COUNT }) }),
    ),
  }),
);

export function parseState(body: Json): InstanceState {
  const { pid = 0, cpu, memory, disk, network = {} } = stateIn(metadataOf(body)) ?? {};
  const counters = Object.values(network).flatMap((one) =>
    one.type === 'loopback' ? [] : (one.counters ?? []),
  );
  const sum = (key: 'bytes_received' | 'bytes_sent'): number =>
    counters.reduce((total, one) => total + (one[key] ?? 0), 0);
  return {
    pid,
    nanoseconds: cpu?.usage ?? null,
    memory: memory?.usage ?? null,
    memoryTotal: memory?.total || null,
    diskUsage: disk?.root?.usage ?? null,
    network: { received: sum('bytes_received'), sent: sum('bytes_sent') },
  };
}

/** Path of its state. */
export function statePath({ name, project }: Instance, { listPath }: LxdServer): string {
  const folder = listPath.slice(0, listPath.indexOf('?'));
  const query = project === 'default' ? '' : `?project=${encodeURIComponent(project)}`;
  return `${folder}/${encodeURIComponent(name)}/state${query}`;
}

/** Name of its control group; unique within a project. */
export const cgroupName = ({ name, project }: Instance): string =>
  `lxc.payload.${project === 'default' ? '' : `${project}_`}${name}`;
