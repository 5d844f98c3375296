/** Servers that announced themselves. Anybody on the network can: nothing they say is taken further than it must be. */
import { hash } from 'node:crypto';
import { safeText } from '../../net/agents/values/extract.ts';
import type { Protocol, Server } from './server.ts';

/** Known facts about one server. */
export interface Announced {
  /** Full name of the service. */
  key: string;
  name: string;
  ip: string;
  port: number;
  protocol: Protocol;
}

/** Of the same announcement always the same, and harmless in paths whatever the name holds. */
export const idOfAnnounced = (key: string): string => `mdns-${hash('sha256', key).slice(0, 16)}`;

/** Contacted by its address, without a password. */
export const discoveredServer = ({ key, name, ip, port, protocol }: Announced): Server => ({
  id: idOfAnnounced(key),
  key: safeText(key),
  name: safeText(name),
  host: ip,
  port,
  protocol,
  isSecure: false,
  alias: null,
  tags: [],
  type: 'DYNAMIC',
  username: null,
  password: null,
});
