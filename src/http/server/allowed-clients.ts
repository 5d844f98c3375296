/** Decides by the address of its peer who may connect, before anything is read. */
import { shortAddress } from '../../core/ip-address.ts';
import { networkMatcher, UNIX } from '../../core/ip-networks.ts';

/** @param address of the socket's peer; empty if it has disconnected already */
export type MayConnect = (address: string) => boolean;

export interface AllowedClientsSetup {
  /** Addresses and networks; empty: everybody. */
  clients: readonly string[];
  /** Called once per refused address, for {@link MOST_NAMED} addresses. */
  warn(text: string): void;
}

/** A scan from many addresses must not fill log and memory. */
export const MOST_NAMED = 100;

/** One for all servers of the agent, so that an address is logged once. */
export function allowClients({ clients, warn }: AllowedClientsSetup): MayConnect {
  if (clients.length === 0) return () => true;
  const isAllowed = networkMatcher(clients);
  const named = new Set<string>();
  return (peer) => {
    // The mode of the socket decides.
    if (peer === UNIX || isAllowed(peer)) return true;
    const address = shortAddress(peer);
    if (address === '' || named.has(address) || named.size === MOST_NAMED) return false;
    named.add(address);
    warn(`Connections from ${address} are refused: add it to [outputs] allowed_clients to allow them.`);
    if (named.size === MOST_NAMED) warn('Refused connections from further addresses are not logged.');
    return false;
  };
}
