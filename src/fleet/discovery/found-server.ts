/** An announced server and the validation of its parts, which are untrusted. */
import { networkMatcher } from '../../core/ip-networks.ts';
import { type Protocol, SERVICE } from './service.ts';
import { nameKey, type ResourceRecord } from './wire.ts';

export interface FoundServer {
  /** Full name of the service, with a dot at its end: `db1:61208._glances._tcp.local.`; unique. */
  key: string;
  /** The part before the port: `db1`. At most 255 printable characters; untrusted. */
  name: string;
  /** An address of another machine: not loopback, multicast or link-local. */
  ip: string;
  port: number;
  protocol: Protocol;
}

/** Without control characters, bidirectional marks and undecodable bytes. */
const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}\ufffd]{1,255}$/u;

/** Returns the instance name of a service of our type; null for any other name. */
export function instanceName(name: string): string | null {
  const end = `.${SERVICE}`;
  if (!nameKey(name).endsWith(end) || !PRINTABLE.test(name)) return null;
  const label = name.slice(0, -end.length).trim();
  return label === '' ? null : label;
}

/** Without a trailing port. */
export const hostPart = (instance: string): string => instance.replace(/(?<=.):\d{1,5}$/, '');

export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535;

export const isPrintable = (name: string): boolean => PRINTABLE.test(name);

/** Returns the protocol; servers that state the version of their API alone speak REST. */
export function protocolOf(texts: readonly Uint8Array[]): Protocol | null {
  const protocol = valueOf(texts, 'protocol') ?? (valueOf(texts, 'api') === null ? null : 'rest');
  return protocol === 'rest' || protocol === 'rpc' ? protocol : null;
}

/** RFC 6763 section 6.4: the first that has the key counts, whose case does not matter. */
function valueOf(texts: readonly Uint8Array[], wanted: string): string | null {
  for (const bytes of texts) {
    const [key = '', value = ''] = Buffer.from(bytes).toString('latin1').split(/=(.*)/s);
    if (key.toLowerCase() === wanted) return value.toLowerCase();
  }
  return null;
}

/** Networks of unicast addresses: IPv4, and RFC 4291. */
const isOfMachine = networkMatcher(['0.0.0.0/0', '2000::/3', 'fc00::/7']);
/** This machine, link-local addresses, which have metadata services of clouds, and groups. */
const isSpecial = networkMatcher(['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3']);

/** True for an address of another machine, without a zone. */
export const isUsableAddress = (text: string): boolean =>
  !text.includes('%') && isOfMachine(text) && !isSpecial(text);

/** Preference among addresses: the sender's, then a neighbour's, then IPv4. */
export function bestAddress(
  addresses: readonly string[],
  { sender, isNear }: { sender: string; isNear(address: string): boolean },
): string | undefined {
  return (
    addresses.find((address) => address === sender) ??
    addresses.find(isNear) ??
    addresses.find((address) => !address.includes(':')) ??
    addresses[0]
  );
}

/** Records of a message in the order of their dependencies. */
export const ORDER: readonly ResourceRecord['type'][] = ['PTR', 'SRV', 'TXT', 'A', 'AAAA'];
