/** A remote agent over its REST API. */
import { pluginName } from '../xml-rpc/names.ts';
import { askFile } from './ask-file.ts';
import { askJson, postJson } from './ask-json.ts';
import type { Peer } from './ask.ts';
import { readEach, wireNames } from './plugin-names.ts';
import { RequestError } from '../transport/request-error.ts';
import type { Remote } from './remote.ts';

/** The version that the agent at a place says it has. Throws {@link RequestError} where there is none. */
export async function restVersion(peer: Peer): Promise<string> {
  const status = await askJson(peer, '/api/4/status');
  const { version } = (status ?? {}) as { version?: unknown };
  if (typeof version !== 'string')
    throw new RequestError('not-agent', `${peer.base.host} does not answer as an agent does`);
  return version;
}

/** Throws {@link RequestError}. */
export async function openRest(peer: Peer): Promise<Remote> {
  // Servers of others do not know the parameter, and answer without it.
  const names = wireNames(await askJson(peer, '/api/4/pluginslist?extra=true'), peer);
  return {
    plugins: [...names.keys()],
    read: (wanted) =>
      readEach(wanted, (name) =>
        askJson(peer, `/api/4/${encodeURIComponent(names.get(name) ?? pluginName(name))}`),
      ),
    limits: () => askJson(peer, '/api/4/all/limits?extra=true'),
    ask: (path) => askJson(peer, path),
    fetch: (path, file) => askFile(peer, path, file),
    post: (path, body) => postJson(peer, path, body),
    close: () => peer.connections?.close(),
  };
}
