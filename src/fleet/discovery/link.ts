/** A socket in the multicast DNS group on every network (RFC 6762, sections 3 and 11). */
import { createSocket, type Socket } from 'node:dgram';
import type { Clock } from '../../core/host.ts';
import type { DiscoveryLog } from './setup.ts';
import { type Network, networksNow } from './networks.ts';
import { watchNetworks } from './network-watch.ts';

export interface MessageSender {
  address: string;
  port: number;
}

export interface LinkSetup {
  clock: Clock;
  log: DiscoveryLog;
  /** May drop a message before it is decoded. */
  onMessage(bytes: Uint8Array, from: MessageSender): void;
  /** Other networks than before, or other addresses in them; also at the start. */
  onNetworks(networks: readonly Network[]): void;
}

export interface Link {
  /** Multicasts the messages of `make` in each network, in sequence; resolves once all are sent. */
  multicast(make: (network: Network) => Uint8Array | null): Promise<void>;
  /** Sends to one neighbour. */
  reply(bytes: Uint8Array, to: MessageSender): void;
  close(): void;
}

export const MDNS_GROUP = '224.0.0.251';
export const MDNS_PORT = 5353;

type Warn = (text: string) => void;

/** Most pending sends; further ones are dropped. */
const MOST_WAITING = 64;

/** Bound to the group's address only: unicast messages never arrive, so other networks can neither query nor use us as a reflector. */
export function createLink({ clock, log, onMessage, onNetworks }: LinkSetup): Link {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  const told = new Set<string>();
  let networks: readonly Network[] = [];
  let isOpen = false;
  let isClosed = false;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  let cancelLook = (): void => {};

  /** Reports each message once. */
  const warn: Warn = (text) => {
    if (told.has(text)) return;
    told.add(text);
    log.write('WARNING', text);
  };

  const look = (): (() => void) =>
    watchNetworks({
      clock,
      list: (before) => networksNow(before, warn),
      onLook({ before, now, isChanged }) {
        join(socket, { before, now }, warn);
        networks = now;
        if (now.length === 0)
          warn('No network for finding servers by multicast DNS: it goes on as soon as there is one.');
        if (isChanged) onNetworks(now);
      },
    });

  socket.on('message', (bytes, from) => {
    if (isClosed) return;
    try {
      onMessage(bytes, from);
    } catch (error) {
      // Untrusted input must not end the agent.
      warn(`A message of multicast DNS could not be understood: ${(error as Error).message}.`);
    }
  });
  socket.on('error', (error: NodeJS.ErrnoException) =>
    warn(
      error.code === 'EADDRINUSE'
        ? `Servers are neither announced nor found: a program that shares port ${MDNS_PORT} with nobody uses it.`
        : `Multicast DNS: ${error.message}.`,
    ),
  );
  socket.bind({ port: MDNS_PORT, address: MDNS_GROUP }, () => {
    if (isClosed) return;
    isOpen = true;
    socket.setMulticastTTL(255);
    socket.setMulticastLoopback(true);
    // The socket must not keep the process alive.
    socket.unref();
    cancelLook = look();
  });

  const sendAll = async (make: (network: Network) => Uint8Array | null): Promise<void> => {
    for (const network of networks) {
      try {
        const bytes = make(network);
        if (bytes !== null && isOpen && !isClosed) await sendTo(socket, network, bytes);
      } catch (error) {
        // A network may disappear at any time; announcements to the others continue.
        log.write('DEBUG', `Multicast DNS in the network of ${network.name}: ${(error as Error).message}.`);
      }
    }
  };

  return {
    async multicast(make) {
      if (waiting >= MOST_WAITING) return;
      waiting += 1;
      last = last.then(() => sendAll(make)).finally(() => (waiting -= 1));
      await last;
    },
    reply(bytes, { address, port }) {
      if (isOpen && !isClosed && networks.some((network) => network.has(address)))
        socket.send(bytes, port, address, () => {});
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      cancelLook();
      socket.close();
    },
  };
}

/** Joins the group on new networks, leaves it on those that are gone. */
function join(
  socket: Socket,
  { before, now }: Record<'before' | 'now', readonly Network[]>,
  warn: Warn,
): void {
  const present = new Set(now.map(({ address }) => address));
  for (const { address } of before.filter((network) => !present.has(network.address))) {
    try {
      socket.dropMembership(MDNS_GROUP, address);
    } catch {
      // The interface took its membership with it.
    }
  }
  for (const { name, address } of now) {
    try {
      // Always tried: an interface that went and came back has lost its membership.
      socket.addMembership(MDNS_GROUP, address);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE') warn(`The network of ${name} is left out of finding servers: ${message}.`);
    }
  }
}

/** Sends through an interface. It is a property of the socket, so it is chosen and used in one turn. */
function sendTo(socket: Socket, network: Network, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setMulticastInterface(network.address);
    socket.send(bytes, MDNS_PORT, MDNS_GROUP, (error) => (error ? reject(error) : resolve()));
  });
}
