/** Asks the XML-RPC server of a remote agent. */
import { say } from '../../core/said.ts';
import type { Json } from '../../core/served.ts';
import { parseReply, writeCall } from '../xml-rpc/codec.ts';
import { RpcError } from '../xml-rpc/rpc-error.ts';
import type { RpcValue } from '../xml-rpc/value.ts';
import { parseJson } from './ask-json.ts';
import { below, checkStatus, type Peer, typeName } from './ask.ts';
import { serverOf } from '../transport/exchange.ts';
import { request } from '../transport/transport.ts';
import { RequestError } from '../transport/request-error.ts';

/** Calls a method. Throws {@link RequestError}, and `RpcFault` where the other side refuses. */
export async function askRpc(
  peer: Peer,
  method: string,
  params: readonly RpcValue[] = [],
): Promise<RpcValue> {
  const { authorization, timeoutMs, maxBytes, connections, signal } = peer;
  const headers = { 'content-type': 'text/xml', ...(authorization !== null && { authorization }) };
  const body = writeCall(method, params);
  const url = below(peer, '/RPC2');
  const reply = await request({
    url,
    method: 'POST',
    headers,
    body,
    timeoutMs,
    maxBytes,
    connections,
    signal,
  });
  checkStatus(reply, peer);
  const type = reply.headers['content-type'];
  if (!/^(text|application)\/xml(;|$)/i.test(type ?? ''))
    throw new RequestError(
      'not-agent',
      `${serverOf(peer.base)} answers with ${typeName(type)} instead of XML-RPC`,
    );
  try {
    return await parseReply(reply.body);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new RequestError(
      'not-agent',
      `${serverOf(peer.base)} answers with broken XML-RPC: ${error.message}`,
      { cause: error },
    );
  }
}

/** Like {@link askRpc}, for methods of agents, which return JSON text: parses it. */
export async function askRpcJson(
  peer: Peer,
  method: string,
  params: readonly RpcValue[] = [],
): Promise<Json> {
  const text = await askRpc(peer, method, params);
  if (typeof text !== 'string')
    throw new RequestError(
      'not-agent',
      say('{server} does not answer as an agent does', { server: serverOf(peer.base) }),
    );
  return parseJson(text, peer);
}
