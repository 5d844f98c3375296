/** A remote agent over its REST API. */
import { say } from '../../core/said.ts';
import { pluginName } from '../xml-rpc/names.ts';
import { adopt } from '../../core/adopt.ts';
import { loose, texts } from '../../core/shape.ts';
import { askFile } from './ask-file.ts';
import { askJson, postJson } from './ask-json.ts';
import type { Peer } from './ask.ts';
import { readEach, wireNames } from './plugin-names.ts';
import { RequestError } from '../transport/request-error.ts';
import type { Remote } from './remote.ts';
import { version5 } from './version-5/ask.ts';

/** Version that an agent reports, and the version of its API. */
interface RestVersion {
  version: string;
  api: 4 | 5;
}

const statusIn = adopt(loose(texts('version')));

/** Throws {@link RequestError} where there is no agent. */
export async function restVersion(peer: Peer): Promise<RestVersion> {
  try {
    const status = await askJson(peer, '/api/4/status');
    const version = statusIn(status)?.version;
    if (version !== undefined) return { version, api: 4 };
  } catch (error) {
    const newest = await newestOf(peer, error);
    if (newest !== null) return { version: newest, api: 5 };
    throw error;
  }
  throw new RequestError(
    'not-agent',
    say('{server} does not answer as an agent does', { server: peer.base.host }),
  );
}

/** Servers of version 5 refuse paths of version 4: as absent, or behind their password. */
async function newestOf(peer: Peer, error: unknown): Promise<string | null> {
  if (!(error instanceof RequestError) || !['absent', 'password'].includes(error.problem)) return null;
  return version5(peer).catch(() => null);
}

/** Throws {@link RequestError}. */
export async function openRest(peer: Peer): Promise<Remote> {
  // Servers of others do not know the parameter, and answer without it.
  const names = wireNames(await askJson(peer, '/api/4/pluginslist?extra=true'), peer);
  return {
    plugins: [...names.keys()],
    isLoggedIn: peer.authorization !== null,
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
