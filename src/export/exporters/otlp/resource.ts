/** The attributes of this host. https://opentelemetry.io/docs/specs/semconv/resource/ */
import { createHash } from 'node:crypto';
import { arch, networkInterfaces } from 'node:os';
import { VERSION } from '../../../core/version.ts';
import type { Point } from '../../metrics/points.ts';
import type { Attributes, AttributeValue } from './metrics.ts';
import { machineId } from '../shared/machine-id.ts';

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', ia32: 'x86', arm: 'arm32' };

/** Attributes by plugin and field. */
const TOLD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  system: { linux_distro: 'os.name', os_version: 'os.version', hr_name: 'os.description' },
  cloud: { platform: 'cloud.provider', region: 'cloud.region', type: 'host.type', image: 'host.image.id' },
};

const AMAZON = 'Amazon EC2';
/** Names of clouds in the conventions; others keep their own. */
const PROVIDERS: Readonly<Record<string, string>> = {
  [AMAZON]: 'aws',
  'Google Compute Engine': 'gcp',
  'Microsoft Azure': 'azure',
  'Hetzner Cloud': 'hetzner',
};

interface ResourceSetup {
  host: string;
  /** Configured attributes, which take precedence. */
  given: ReadonlyMap<string, string>;
  /** True if the addresses of this host are included. */
  hasAddresses: boolean;
  interfaces?(): Interfaces;
}

type Interfaces = ReturnType<typeof networkInterfaces>;

export function createResource({ host, given, hasAddresses, interfaces = networkInterfaces }: ResourceSetup) {
  const machine = machineId();
  const fixed = [
    ['service.name', 'gander'],
    ['service.version', VERSION],
    ['service.instance.id', machine === null ? host : instanceOf(machine)],
    ['host.name', host],
    ...(machine === null ? [] : ([['host.id', machine]] as const)),
    ['host.arch', ARCHITECTURES[arch()] ?? arch()],
    ['os.type', 'linux'],
  ] as const;
  /** From plugins, which do not change in every cycle. */
  const told = new Map<string, string>();
  let addresses: Attributes = [];
  const look = (): void => {
    try {
      addresses = addressesOf(interfaces());
    } catch {
      // Without a file descriptor they cannot be read: the earlier ones are sent.
    }
  };
  return (points: readonly Point[]): Attributes => {
    for (const { plugin, fields } of points)
      for (const [field, value] of plugin === 'cloud' ? cloudFields(fields) : fields) {
        const attribute = TOLD[plugin]?.[field];
        if (attribute !== undefined && typeof value === 'string' && value !== '') told.set(attribute, value);
      }
    if (hasAddresses) look();
    return [...new Map<string, AttributeValue>([...fixed, ...addresses, ...told, ...given])];
  };
}

/** On Amazon only; other clouds do not name the image. */
function cloudFields(fields: Point['fields']): Point['fields'] {
  const platform = String(new Map(fields).get('platform'));
  return fields.flatMap(([name, value]): Point['fields'] => {
    if (name === 'platform') return [[name, PROVIDERS[platform] ?? value]];
    return name === 'id' ? (platform === AMAZON ? [['image', value]] : []) : [[name, value]];
  });
}

const NO_MAC = '00:00:00:00:00:00';

/** Without loopback interfaces, formatted as the conventions require. */
export function addressesOf(interfaces: Interfaces): Attributes {
  const all = Object.values(interfaces)
    .flatMap((list) => list ?? [])
    .filter(({ internal }) => !internal);
  const lists = [
    ['host.ip', all.map(({ address }) => address)],
    ['host.mac', all.filter(({ mac }) => mac !== NO_MAC).map(({ mac }) => macText(mac))],
  ] as const;
  return lists.flatMap(([name, list]) => (list.length === 0 ? [] : [[name, [...new Set(list)]] as const]));
}

const macText = (mac: string): string => mac.replaceAll(':', '-').toUpperCase();

/** Namespace of the conventions for identities derived from a machine's, which they do not reveal. */
const NAMESPACE = Buffer.from('4d63009a8d0f11eeaad74c796ed8e320', 'hex');

/** UUID of version 5, RFC 9562. */
function instanceOf(machine: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(machine).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
