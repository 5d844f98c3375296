/** One announced server: its known records, and those still to be queried. */
import { bestAddress, type FoundServer, hostPart, isUsableAddress } from './found-server.ts';
import { type Protocol, SERVICE } from './service.ts';
import type { AddressRecord, MdnsQuestion, ResourceRecord } from './wire.ts';

export interface AnnouncedServer {
  /** Name as announced, without a dot at its end. */
  name: string;
  label: string;
  ttl: number;
  expiresAt: number;
  /** Fractions of the TTL at which a record is refreshed. */
  asked: number;
  /** In lower case; empty while unknown. */
  target: string;
  port: number;
  protocol: Protocol | null;
  /** Until when an address counts; others take its place when the target says that it has new ones. */
  addresses: Map<string, number>;
  sender: string;
  /** Times of queries for details. */
  attempts: number;
  triedAt: number;
  shown: FoundServer | null;
}

const MOST_ADDRESSES = 16;
/** After a goodbye and after new addresses: section 10.1 and 10.2. */
export const GRACE_MS = 1000;
/** Section 5.2. */
const ASK_AT = [0.8, 0.85, 0.9, 0.95] as const;
/** Intervals of queries for details; a server that answers none of them is dropped. */
const TRY_GAPS_MS = [0, 1000, 3000, 9000] as const;

export const UNKNOWN = {
  ttl: 0,
  expiresAt: 0,
  asked: 0,
  target: '',
  port: 0,
  protocol: null,
  sender: '',
  attempts: 0,
  triedAt: -Infinity,
  shown: null,
} as const;

export const isAddress = (record: ResourceRecord): record is AddressRecord =>
  (record.type === 'A' || record.type === 'AAAA') && record.ttl > 0 && isUsableAddress(record.data);

/** Others that a host had before count for one more second if it says that these are all. */
export function setAddresses(entry: AnnouncedServer, records: readonly AddressRecord[], now: number): void {
  if (records.some(({ flush }) => flush))
    for (const [address, until] of entry.addresses)
      entry.addresses.set(address, Math.min(until, now + GRACE_MS));
  for (const [address, until] of entry.addresses) if (until < now) entry.addresses.delete(address);
  for (const { data } of records)
    if (entry.addresses.size < MOST_ADDRESSES || entry.addresses.has(data))
      entry.addresses.set(data, Infinity);
}

/** Returns the announced server, with its present address while that is valid. Null while records are missing. */
export function serverOf(
  entry: AnnouncedServer,
  now: number,
  isNear: (address: string) => boolean,
): FoundServer | null {
  const addresses = [...entry.addresses].filter(([, until]) => until >= now).map(([address]) => address);
  const before = entry.shown?.ip;
  const ip =
    before !== undefined && addresses.includes(before)
      ? before
      : bestAddress(addresses, { sender: entry.sender, isNear });
  if (ip === undefined || entry.protocol === null || entry.port === 0) return null;
  return {
    key: `${entry.name}.`,
    name: hostPart(entry.label),
    ip,
    port: entry.port,
    protocol: entry.protocol,
  };
}

export const isSame = (one: FoundServer, other: FoundServer): boolean =>
  one.ip === other.ip && one.port === other.port && one.protocol === other.protocol;

/** True when the address that others were told counts no more. */
export const isMoved = ({ shown, addresses }: AnnouncedServer, now: number): boolean =>
  shown !== null && (addresses.get(shown.ip) ?? -Infinity) < now;

/** Returns the next query about a server; null: it has not answered for too long. */
export function due(entry: AnnouncedServer, now: number): MdnsQuestion[] | null {
  const share = 1 - (entry.expiresAt - now) / entry.ttl;
  const next = ASK_AT[entry.asked];
  if (next !== undefined && share >= next) {
    entry.asked += 1;
    return [{ name: SERVICE, type: 'PTR' }];
  }
  const missing = missingOf(entry);
  if (missing.length === 0) {
    entry.attempts = 0;
    return [];
  }
  const gap = TRY_GAPS_MS[entry.attempts];
  if (now - entry.triedAt < (gap ?? GRACE_MS)) return [];
  if (gap === undefined) return null;
  entry.attempts += 1;
  entry.triedAt = now;
  return missing;
}

function missingOf({ name, target, addresses, shown, protocol, port }: AnnouncedServer): MdnsQuestion[] {
  if (shown !== null) return [];
  const service = [...(port === 0 ? ['SRV'] : []), ...(protocol === null ? ['TXT'] : [])];
  const host = target !== '' && addresses.size === 0 ? ['A', 'AAAA'] : [];
  return [...service.map((type) => ({ name, type })), ...host.map((type) => ({ name: target, type }))];
}
