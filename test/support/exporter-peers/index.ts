/** The other side of each exporter. A new exporter needs an entry. */
import { DRIVERS } from './drivers.ts';
import { FILES } from './files.ts';
import { HTTP } from './http.ts';
import type { Peer } from './peer.ts';
import { SOCKETS } from './sockets.ts';

export const PEERS: Readonly<Record<string, () => Promise<Peer>>> = {
  ...DRIVERS,
  ...FILES,
  ...HTTP,
  ...SOCKETS,
};
