/** The catalogue of announced servers: bounded, validated, with expiry (RFC 6762, sections 5.2 and 10). */
import type { Clock } from '../../core/host.ts';
import {
  due,
  type AnnouncedServer,
  GRACE_MS,
  isAddress,
  isMoved,
  isSame,
  serverOf,
  setAddresses,
  UNKNOWN,
} from './entry.ts';
import { type FoundServer, instanceName, isPort, isPrintable, ORDER, protocolOf } from './found-server.ts';
import { SERVICE } from './service.ts';
import {
  type AddressRecord,
  type MdnsMessage,
  type MdnsQuestion,
  nameKey,
  type PointerRecord,
  type ResourceRecord,
  sameName,
} from './wire.ts';

interface CatalogueSetup {
  clock: Clock;
  /** Also for a server that is known and has another address, port or protocol now. */
  onFound(server: FoundServer): void;
  onLost(key: string): void;
  /** Called once if servers are dropped for lack of room. */
  onFull(most: number): void;
  /** True for the address of a neighbour. */
  isNear(address: string): boolean;
}

export interface Catalogue {
  /** Applies a response; `sender` is its address. */
  learn(message: MdnsMessage, sender: string): void;
  /** Drops expired entries; returns the queries due now. */
  sweep(): MdnsQuestion[];
  /** First labels, in small letters, of hosts that were asked for their addresses; some of them if they are many. */
  awaited(): readonly string[];
  /** Known answers, which responders omit (RFC 6762, section 7.1). */
  knownAnswers(): PointerRecord[];
}

export const MOST_SERVERS = 4096;
/** Most servers per host. */
const MOST_AT_HOST = 64;
/** Most hosts with pending addresses. */
const MOST_AWAITED = 64;
/** Seconds. What is announced for a moment only would come and go all the time; what is announced for a year, stay. */
const TTL_RANGE = [10, 4500] as const;

export function createCatalogue({ clock, onFound, onLost, onFull, isNear }: CatalogueSetup): Catalogue {
  const entries = new Map<string, AnnouncedServer>();
  const byTarget = new Map<string, Set<AnnouncedServer>>();
  let awaited: string[] = [];
  let isFullTold = false;

  const forget = (entry: AnnouncedServer): void => {
    entries.delete(nameKey(entry.name));
    leave(entry);
    hide(entry);
  };
  const leave = (entry: AnnouncedServer): void => {
    const others = byTarget.get(entry.target);
    others?.delete(entry);
    if (others?.size === 0) byTarget.delete(entry.target);
    entry.addresses.clear();
  };
  const move = (entry: AnnouncedServer, target: string): boolean => {
    if (entry.target === target) return true;
    const others = byTarget.get(target) ?? new Set();
    if (others.size >= MOST_AT_HOST) return false;
    leave(entry);
    byTarget.set(target, others.add(entry));
    entry.target = target;
    return true;
  };
  const hide = (entry: AnnouncedServer): void => {
    if (entry.shown !== null) onLost(entry.shown.key);
    entry.shown = null;
  };

  const show = (entry: AnnouncedServer): void => {
    const server = serverOf(entry, clock.monotonic(), isNear);
    if (server === null) return hide(entry);
    if (entry.shown !== null && isSame(entry.shown, server)) return;
    entry.shown = server;
    onFound(server);
  };

  const add = (name: string): AnnouncedServer | null => {
    const label = instanceName(name);
    if (label === null) return null;
    if (entries.size >= MOST_SERVERS) {
      if (!isFullTold) onFull(MOST_SERVERS);
      isFullTold = true;
      return null;
    }
    const entry: AnnouncedServer = { ...UNKNOWN, name, label, addresses: new Map() };
    entries.set(nameKey(name), entry);
    return entry;
  };

  const point = ({ name, data, ttl }: PointerRecord, sender: string): AnnouncedServer | null => {
    if (!sameName(name, SERVICE)) return null;
    const known = entries.get(nameKey(data));
    if (ttl === 0) {
      if (known) known.expiresAt = Math.min(known.expiresAt, clock.monotonic() + GRACE_MS);
      return null;
    }
    const entry = known ?? add(data);
    if (entry === null) return null;
    entry.ttl = Math.min(Math.max(ttl, TTL_RANGE[0]), TTL_RANGE[1]) * 1000;
    entry.expiresAt = clock.monotonic() + entry.ttl;
    entry.asked = 0;
    entry.sender = sender;
    return entry;
  };

  const describe = (record: ResourceRecord): AnnouncedServer | null => {
    const entry = entries.get(nameKey(record.name));
    if (entry === undefined || record.ttl === 0) return null;
    if (record.type === 'TXT') entry.protocol = protocolOf(record.data);
    if (record.type !== 'SRV') return entry;
    const { target, port } = record.data;
    if (!isPort(port) || !isPrintable(target) || !move(entry, nameKey(target))) return null;
    entry.port = port;
    return entry;
  };

  /** Servers at the hosts of these addresses. */
  const locate = (records: readonly AddressRecord[]): AnnouncedServer[] => {
    const targets = new Set(records.map(({ name }) => nameKey(name)));
    return [...targets].flatMap((target) => {
      const found = records.filter(({ name }) => nameKey(name) === target);
      const here = [...(byTarget.get(target) ?? [])];
      for (const entry of here) setAddresses(entry, found, clock.monotonic());
      return here;
    });
  };

  return {
    learn({ answers, additionals }, sender) {
      const all = [...answers, ...additionals].sort((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type));
      const changed = new Set<AnnouncedServer | null>();
      for (const record of all)
        if (record.type === 'PTR') changed.add(point(record, sender));
        else changed.add(describe(record));
      for (const entry of locate(all.filter(isAddress))) changed.add(entry);
      for (const entry of changed) if (entry !== null) show(entry);
    },
    sweep() {
      const now = clock.monotonic();
      const questions: MdnsQuestion[] = [];
      for (const entry of entries.values()) {
        const asked = now >= entry.expiresAt ? null : due(entry, now);
        if (asked === null) forget(entry);
        else questions.push(...asked);
        if (isMoved(entry, now)) show(entry);
      }
      const hosts = questions.filter(({ type }) => type === 'A').map(({ name }) => name.split('.')[0] ?? '');
      awaited = hosts.length > 0 ? hosts.slice(0, MOST_AWAITED) : awaited;
      return questions;
    },
    awaited: () => awaited,
    knownAnswers() {
      const now = clock.monotonic();
      return [...entries.values()]
        .filter(({ expiresAt, ttl }) => expiresAt - now > ttl / 2)
        .map(({ name, expiresAt }) => ({
          name: SERVICE,
          type: 'PTR',
          ttl: Math.floor((expiresAt - now) / 1000),
          flush: false,
          data: name,
        }));
    },
  };
}
