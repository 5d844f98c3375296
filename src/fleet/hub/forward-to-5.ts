/** Passes requests of readers on to a server of version 5, whose answers become those of version 4. */
import { ask5, type TokenPlace } from '../../net/agents/version-5/ask.ts';
import { translated } from '../../net/agents/version-5/translate.ts';
import type { Peer } from '../../net/agents/ask.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { ANSWER_MS, MOST_BYTES, type Passed, type PassedReply } from './forward.ts';

/** Throws `RequestError`. */
export async function forwardTo5(peer: Peer, passed: Passed, place: TokenPlace): Promise<PassedReply> {
  const { method, path, maxBytes = MOST_BYTES } = passed;
  if (method !== 'GET')
    throw new RequestError('absent', `${peer.base.host} has version 5, which is only read through this hub`);
  const asked = { ...peer, timeoutMs: ANSWER_MS, maxBytes };
  const value = await translated((own) => ask5(asked, own, place))(path);
  return { status: 200, etag: null, body: Buffer.from(JSON.stringify(value)) };
}
