/** An instance of LXD or Incus: https://documentation.ubuntu.com/lxd/latest/rest-api/ */
import { entriesOf, type Json, momentOf, numberOf, objectOf, textOf, textsOf } from './json.ts';

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
const metadataOf = (body: unknown): unknown => objectOf(body)['metadata'];

export function parseServer(body: unknown): LxdServer {
  const server = objectOf(metadataOf(body));
  const extensions = new Set(textsOf(server['api_extensions']));
  const environment = objectOf(server['environment']);
  // Before the extension, containers were the only instances.
  const kind = extensions.has('instances') ? 'instances' : 'containers';
  const projects = extensions.has('instance_all_projects') ? '&all-projects=true' : '';
  return {
    trusts: server['auth'] !== 'untrusted',
    identity: textOf(environment['certificate_fingerprint']),
    listPath: `/1.0/${kind}?recursion=1${projects}`,
    member: environment['server_clustered'] === true ? textOf(environment['server_name']) : null,
  };
}

/** The instances of this server. */
export const parseInstances = (body: unknown, { member }: LxdServer): Instance[] =>
  entriesOf('LXD', metadataOf(body), 'name')
    .map(parseInstance)
    .filter(({ location }) => member === null || location === member);

function parseInstance(entry: Json): Instance {
  const config = { ...objectOf(entry['config']), ...objectOf(entry['expanded_config']) };
  return {
    name: textOf(entry['name']),
    project: textOf(entry['project']) || 'default',
    status: textOf(entry['status']).toLowerCase(),
    image: textOf(config['image.description']),
    created: textOf(entry['created_at']) || null,
    startedAt: momentOf(entry['last_used_at']),
    ports: portsOf(objectOf(entry['expanded_devices'] ?? entry['devices'])),
    cpuLimit: textOf(config['limits.cpu']),
    location: textOf(entry['location']),
  };
}

/** `8080->80/tcp` of proxy devices, which have `listen` and `connect` in the form `tcp:0.0.0.0:8080` or `unix:/run/a`. */
const portsOf = (devices: Json): string =>
  Object.values(devices)
    .map(objectOf)
    .filter(({ type }) => type === 'proxy')
    .map(({ listen, connect }) => {
      const [from, to] = [endOf(textOf(listen)), endOf(textOf(connect))];
      return `${from.port}->${to.port}/${to.protocol}`;
    })
    .join(',');

/** `bind` may be on the host or the instance; the direction of connections matters. */
function endOf(address: string): { protocol: string; port: string } {
  const at = address.indexOf(':');
  const [protocol, rest] = [address.slice(0, at), address.slice(at + 1)];
  return { protocol, port: protocol === 'unix' ? rest : rest.slice(rest.lastIndexOf(':') + 1) };
}

export function parseState(body: unknown): InstanceState {
  const state = objectOf(metadataOf(body));
  const memory = objectOf(state['memory']);
  const pid = numberOf(state['pid']) ?? 0;
  return {
    pid: Number.isSafeInteger(pid) && pid > 0 ? pid : 0,
    nanoseconds: countOf(objectOf(state['cpu'])['usage']),
    memory: countOf(memory['usage']),
    memoryTotal: countOf(memory['total']) || null,
    diskUsage: countOf(objectOf(objectOf(state['disk'])['root'])['usage']),
    network: networkOf(objectOf(state['network'])),
  };
}

/** Virtual machines whose agent does not answer have -1. */
function countOf(value: unknown): number | null {
  const number = numberOf(value);
  return number === null || number < 0 ? null : number;
}

function networkOf(interfaces: Json): InstanceState['network'] {
  const counters = Object.values(interfaces)
    .map(objectOf)
    .filter(({ type }) => type !== 'loopback')
    .map((one) => objectOf(one['counters']));
  const sum = (key: string): number => counters.reduce((total, one) => total + (countOf(one[key]) ?? 0), 0);
  return { received: sum('bytes_received'), sent: sum('bytes_sent') };
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
