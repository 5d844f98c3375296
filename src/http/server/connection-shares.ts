/**
 * Limits connections by network: one network has at most half, and a part is reserved for networks without any. Without room, a
 * connection without a complete request is closed, first one of the network with most. A request without its body counts as
 * incomplete: 500 slow bodies would lock everybody out.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { peerMatcher } from '../../core/ip-networks.ts';
import { neighbourhoodOf } from '../../net/credentials/login-throttle.ts';
import type { MayConnect } from './allowed-clients.ts';

interface SharesSetup {
  /** Maximum number of open connections. */
  most: number;
  /** Addresses and networks of proxies, or `unix`, which have no share, since many clients use them. */
  trustedProxies: readonly string[];
  /** False for clients that are disconnected at once, and so take nobody's place. */
  mayConnect: MayConnect;
}

interface Connection {
  socket: Socket;
  /** The address, or for IPv6 its /48, which holds 65,536 networks. Null: a trusted proxy. */
  network: string | null;
  /** Unanswered requests. */
  requests: Set<IncomingMessage>;
  /** Position in order of becoming idle. */
  idleSince: number;
}

/** Share left for other networks: a tenth. */
const RESERVED = 0.1;
/** Connections accepted before others have closed. */
const SURPLUS = 100;

/** False while a complete request is being answered. */
const isIdle = ({ requests }: Connection): boolean => ![...requests].some(({ complete }) => complete);

export interface Shares {
  /** Closes connections without a current request. */
  closeIdle(): void;
}

/** For a `node:http` or `node:https` server that does not listen yet. */
export function shareConnections(server: Server, { most, trustedProxies, mayConnect }: SharesSetup): Shares {
  const connections = new Map<string, Connection>();
  const isProxy = peerMatcher(trustedProxies);
  let moment = 0;

  const ofNetwork = (network: string | null): Connection[] =>
    [...connections.values()].filter((connection) => connection.network === network);

  const mayHave = (network: string | null): number => {
    const own = network === null ? 0 : ofNetwork(network).length;
    if (network !== null && own >= Math.ceil(most / 2)) return -1;
    return own === 0 || network === null ? most : Math.floor(most * (1 - RESERVED));
  };

  /** Closes an idle connection to make room; false without one. */
  const makeRoom = (candidates: readonly Connection[]): boolean => {
    const idle = candidates.filter(isIdle);
    const counts = new Map<string | null, number>();
    for (const { network } of connections.values()) counts.set(network, (counts.get(network) ?? 0) + 1);
    const [first] = idle.sort(
      (a, b) => (counts.get(b.network) ?? 0) - (counts.get(a.network) ?? 0) || a.idleSince - b.idleSince,
    );
    if (first === undefined) return false;
    connections.delete(keyOf(first.socket));
    first.socket.destroy();
    return true;
  };

  /** True if a network may open one more connection. */
  const admit = (network: string | null): boolean => {
    const room = mayHave(network);
    if (room === -1) return makeRoom(ofNetwork(network));
    return connections.size < room || makeRoom([...connections.values()]);
  };

  server.maxConnections = most + SURPLUS;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    const network = isProxy(address) ? null : neighbourhoodOf(address);
    if (!mayConnect(address) || !admit(network)) {
      socket.destroy();
      return;
    }
    const key = keyOf(socket);
    const connection = { socket, network, requests: new Set<IncomingMessage>(), idleSince: (moment += 1) };
    connections.set(key, connection);
    socket.on('close', () => {
      if (connections.get(key) === connection) connections.delete(key);
    });
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(keyOf(request.socket));
    if (connection === undefined) return;
    connection.requests.add(request);
    response.on('close', () => {
      connection.requests.delete(request);
      connection.idleSince = moment += 1;
    });
  });

  return {
    closeIdle() {
      for (const { socket, requests } of connections.values()) if (requests.size === 0) socket.destroy();
    },
  };
}

/** Shared by a TLS socket and its TCP socket. */
const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
