/** The service type and its records (RFC 6763, RFC 2782). */
import type { AddressRecord, ResourceRecord } from './wire.ts';

export type Protocol = 'rest' | 'rpc';

/** The published service type, in which existing agents announce themselves. */
export const SERVICE = '_glances._tcp.local';
/** Lists the service types of a network: RFC 6763 section 9. */
export const SERVICE_TYPES = '_services._dns-sd._udp.local';

/** TTLs in seconds: of records with a host name or address, and of others (RFC 6762, section 10). */
const HOST_TTL = 120;
const OTHER_TTL = 4500;

/** Most bytes of a label: RFC 1035 section 2.3.4. */
const MOST_LABEL = 63;

export interface Described {
  /** Full name of the service. */
  name: string;
  /** Name that leads to the addresses. A separate one: the host's own name is looked after by others, such as avahi-daemon. */
  target: string;
  port: number;
  protocol: Protocol;
}

export interface Naming {
  /** Host name up to its first dot. */
  host: string;
  port: number;
  protocol: Protocol;
}

/** `attempt` counts from 1; from 2 on it is part of the name, because others have the names before. */
export function describeServer({ host, port, protocol }: Naming, attempt = 1): Described {
  const suffix = attempt > 1 ? `-${attempt}` : '';
  const short = shortName(host, MOST_LABEL - `${suffix}:${port}`.length);
  return {
    name: `${short}${suffix}:${port}.${SERVICE}`,
    target: `${short}${suffix}-${port}.local`,
    port,
    protocol,
  };
}

function shortName(host: string, most: number): string {
  const [label = ''] = host.split('.');
  return label.replaceAll(/[^\w-]/g, '-').slice(0, most) || 'gander';
}

/** All records of a server on a network where it has these addresses. */
export const recordsOf = (server: Described, addresses: readonly string[]): ResourceRecord[] => [
  pointer(SERVICE, server.name),
  pointer(SERVICE_TYPES, SERVICE),
  ...uniqueRecords(server, addresses),
];

/** Records with names unique to this server. */
export const uniqueRecords = (server: Described, addresses: readonly string[]): ResourceRecord[] => [
  {
    name: server.name,
    type: 'SRV',
    ttl: HOST_TTL,
    flush: true,
    data: { priority: 0, weight: 0, port: server.port, target: server.target },
  },
  {
    name: server.name,
    type: 'TXT',
    ttl: OTHER_TTL,
    flush: true,
    data: TEXTS[server.protocol].map((text) => Buffer.from(text)),
  },
  ...addresses.map((data): AddressRecord => ({
    name: server.target,
    type: data.includes(':') ? 'AAAA' : 'A',
    ttl: HOST_TTL,
    flush: true,
    data,
  })),
];

/** Browsers of version 4 look for the protocol, those of version 5 for the version of the API. */
const TEXTS: Readonly<Record<Protocol, readonly string[]>> = {
  rest: ['protocol=rest', 'api=5'],
  rpc: ['protocol=rpc'],
};

const pointer = (name: string, data: string): ResourceRecord => ({
  name,
  type: 'PTR',
  ttl: OTHER_TTL,
  flush: false,
  data,
});
