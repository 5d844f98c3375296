/** Networks that this process reaches, one per interface. */
import { networkInterfaces } from 'node:os';
import { BlockList } from 'node:net';

export interface Network {
  /** Name of the interface. */
  name: string;
  /** Its first IPv4 address, which selects the interface in socket calls. */
  address: string;
  /** Addresses that others can use: IPv4, and IPv6 but link-local ones, which mean nothing without the name of an interface. */
  addresses: string[];
  /** True for an address in the same subnet. */
  has(address: string): boolean;
}

/** A socket may be in 20 groups unless net.ipv4.igmp_max_memberships says otherwise. */
const MOST_NETWORKS = 16;
/** Most addresses per network, so that they fit into a message. */
const MOST_ADDRESSES = 8;

type Interfaces = ReturnType<typeof networkInterfaces>;

export function listNetworks(interfaces: Interfaces = networkInterfaces()): Network[] {
  const networks = Object.entries(interfaces).flatMap(([name, list = []]) => networkOf(name, list));
  return networks.slice(0, MOST_NETWORKS);
}

function networkOf(name: string, list: NonNullable<Interfaces[string]>): Network[] {
  const usable = list.filter(({ internal, address }) => !internal && !/^fe[89ab]/i.test(address));
  const first = usable.find(({ family }) => family === 'IPv4');
  if (first === undefined) return [];
  const neighbours = new BlockList();
  for (const { cidr, family } of usable) {
    const [base = '', bits] = cidr?.split('/') ?? [];
    if (bits !== undefined) neighbours.addSubnet(base, Number(bits), family === 'IPv4' ? 'ipv4' : 'ipv6');
  }
  return [
    {
      name,
      address: first.address,
      addresses: usable.slice(0, MOST_ADDRESSES).map(({ address }) => address),
      has: (address) => neighbours.check(address, address.includes(':') ? 'ipv6' : 'ipv4'),
    },
  ];
}

/** Those of now; those of before, where the system cannot tell: without a file descriptor it throws. */
export function networksNow(
  before: readonly Network[],
  warn: (text: string) => void,
  list: () => Network[] = listNetworks,
): readonly Network[] {
  try {
    return list();
  } catch (error) {
    warn(`The interfaces of this machine cannot be read for multicast DNS: ${(error as Error).message}.`);
    return before;
  }
}

/** A key that changes whenever networks or addresses do. */
export const networksKey = (networks: readonly Network[]): string =>
  networks.map(({ name, addresses }) => `${name} ${addresses.join(' ')}`).join('\n');
