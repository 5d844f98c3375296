/** A remote agent over the REST API of version 5. */
import type { Peer } from '../ask.ts';
import { readEach, wireNames } from '../plugin-names.ts';
import type { Remote } from '../remote.ts';
import { ask5, type TokenPlace } from './ask.ts';
import { translated } from './translate.ts';

/** Throws {@link RequestError}. */
export async function openRest5(peer: Peer): Promise<Remote> {
  const place: TokenPlace = { token: null };
  const ask = translated((path) => ask5(peer, path, place));
  const names = wireNames(await ask('/api/4/pluginslist'), peer);
  return {
    plugins: [...names.keys()],
    isLoggedIn: peer.authorization !== null,
    read: (wanted) => readEach(wanted, (name) => ask(`/api/4/${encodeURIComponent(name)}`)),
    limits: () => ask('/api/4/all/limits'),
    ask,
    fetch: null,
    post: null,
    close: () => peer.connections?.close(),
  };
}
