/** Decides by the address of its peer who may connect, before anything is read. */
import { shortAddress } from '../../core/ip-address.ts';
import { networkMatcher, UNIX } from '../../core/ip-networks.ts';
import { warnOnce } from './warn-once.ts';

/** @param address of the socket's peer; empty if it has disconnected already */
export type MayConnect = (address: string) => boolean;

interface AllowedClientsSetup {
  /** Addresses and networks; empty: everybody. */
  clients: readonly string[];
  /** Called once per refused address. */
  warn(text: string): void;
}

/** One for all servers of the agent, so that an address is logged once. */
export function allowClients({ clients, warn }: AllowedClientsSetup): MayConnect {
  if (clients.length === 0) return () => true;
  const isAllowed = networkMatcher(clients);
  const warnAbout = warnOnce(warn, 'Refused connections from further addresses are not logged.');
  return (peer) => {
    // The mode of the socket decides.
    if (peer === UNIX || isAllowed(peer)) return true;
    const address = shortAddress(peer);
    if (address !== '')
      warnAbout(
        address,
        `Connections from ${address} are refused: add it to [outputs] allowed_clients to allow them.`,
      );
    return false;
  };
}
