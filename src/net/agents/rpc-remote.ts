/** A remote agent over XML-RPC. */
import { RpcFault } from '../xml-rpc/rpc-error.ts';
import { askRpc, askRpcJson } from './ask-rpc.ts';
import type { Peer } from './ask.ts';
import { readEach, wireNames } from './plugin-names.ts';
import { RequestError } from '../transport/request-error.ts';
import type { Remote } from './remote.ts';

/** Returns the version that the agent at a place reports. Throws {@link RequestError} if there is none. */
export async function rpcVersion(peer: Peer): Promise<string> {
  const version = await faultless(peer, () => askRpc(peer, 'init'));
  if (typeof version !== 'string')
    throw new RequestError('not-agent', `${peer.base.host} does not answer as an agent does`);
  return version;
}

/** Throws {@link RequestError}. */
export async function openRpc(peer: Peer): Promise<Remote> {
  const names = wireNames(await faultless(peer, () => askRpcJson(peer, 'getAllPlugins')), peer);
  return {
    plugins: [...names.keys()],
    isLoggedIn: peer.authorization !== null,
    read: (wanted) =>
      readEach(wanted, (name) =>
        faultless(peer, () => askRpcJson(peer, 'getPlugin', [names.get(name) ?? name])),
      ),
    limits: () => faultless(peer, () => askRpcJson(peer, 'getAllLimits')),
    ask: null,
    fetch: null,
    post: null,
    close: () => peer.connections?.close(),
  };
}

/** A fault says that there is no such thing. */
async function faultless<T>(peer: Peer, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error;
    throw new RequestError('absent', `${peer.base.host} does not have what was asked for`, { cause: error });
  }
}
