/** Passes requests of readers on to a server of version 5, whose answers become those of version 4. */
import { ask5, type TokenPlace } from '../../net/agents/version-5/ask.ts';
import { translated } from '../../net/agents/version-5/translate.ts';
import type { Peer } from '../../net/agents/ask.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { ANSWER_MS, MOST_BYTES, type Passed, type PassedReply } from './forward.ts';

/** Forwards a request to a server of version 5; paths that it lacks are 404. Throws `RequestError`. */
export async function forwardTo5(peer: Peer, passed: Passed, place: TokenPlace): Promise<PassedReply> {
  const { method, path, maxBytes = MOST_BYTES } = passed;
  const asked = { ...peer, timeoutMs: ANSWER_MS, maxBytes };
  try {
    if (method !== 'GET') return jsonReply(404, { detail: ONLY_READ });
    return jsonReply(200, await translated((own) => ask5(asked, own, place))(path));
  } catch (error) {
    if (!(error instanceof RequestError) || error.problem !== 'absent') throw error;
    return jsonReply(404, { detail: error.message });
  }
}

const ONLY_READ = 'A server of version 5 is only read through a hub';

const jsonReply = (status: number, value: unknown): PassedReply => ({
  status,
  etag: null,
  body: Buffer.from(JSON.stringify(value)),
});
