/** Fetches a file from the REST API of a remote agent. */
import { serverOf } from '../transport/exchange.ts';
import { request } from '../transport/transport.ts';
import { RequestError } from '../transport/request-error.ts';
import { below, checkStatus, type Peer, typeName } from './ask.ts';

/** It is made while it is sent. */
const TIMEOUT_MS = 120_000;

/** Requests the bytes at an API path, as {@link askJson} does for values. Throws {@link RequestError}. */
export async function askFile(
  peer: Peer,
  path: string,
  { type, maxBytes }: { type: string; maxBytes: number },
): Promise<Buffer> {
  const { authorization, connections, signal } = peer;
  const headers = { accept: type, ...(authorization !== null && { authorization }) };
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes, connections, signal };
  const reply = await request({ url: below(peer, path), headers, ...limits });
  checkStatus(reply, peer);
  const given = reply.headers['content-type'];
  if ((given ?? '').split(';')[0]?.trim().toLowerCase() !== type)
    throw new RequestError(
      'not-agent',
      `${serverOf(peer.base)} answers with ${typeName(given)} instead of ${typeName(type)}`,
    );
  return reply.body;
}
