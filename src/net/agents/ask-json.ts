/** Asks the REST API of a remote agent. */
import { say } from '../../core/said.ts';
import { isUtf8 } from 'node:buffer';
import { type Convert, parseJsonInSlices } from '../../core/parse-json.ts';
import { below, checkStatus, type Peer, typeName } from './ask.ts';
import type { Json } from '../../core/served.ts';
import { serverOf } from '../transport/exchange.ts';
import { safeText } from './values/extract.ts';
import { adopt } from '../../core/adopt.ts';
import { loose, texts } from '../../core/shape.ts';
import { request } from '../transport/transport.ts';
import { RequestError } from '../transport/request-error.ts';

/**
 * Requests the value at an API path with escaped parts. Throws {@link RequestError}.
 * @param path begins with a slash: `/api/4/cpu`
 * @param more additional headers
 */
export async function askJson(
  peer: Peer,
  path: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Json> {
  const { authorization, timeoutMs, maxBytes, connections, signal } = peer;
  const headers = { ...more, accept: 'application/json', ...(authorization !== null && { authorization }) };
  const reply = await request({ url: below(peer, path), headers, timeoutMs, maxBytes, connections, signal });
  checkStatus(reply, peer);
  const type = reply.headers['content-type'];
  if (!/^application\/([\w.-]+\+)?json(;|$)/i.test(type ?? ''))
    throw new RequestError(
      'not-agent',
      `${serverOf(peer.base)} answers with ${typeName(type)} instead of JSON`,
    );
  return parseJson(reply.body, peer);
}

const refusalIn = adopt(loose(texts('detail')), safeText);

/** Posts JSON. Throws {@link RequestError}, with the reason of the agent where it states one. */
export async function postJson(peer: Peer, path: string, value: object): Promise<Json> {
  const { authorization, timeoutMs, maxBytes, connections, signal } = peer;
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(authorization !== null && { authorization }),
  };
  const asked = { url: below(peer, path), method: 'POST', body: JSON.stringify(value), headers };
  const reply = await request({ ...asked, timeoutMs, maxBytes, connections, signal });
  if (reply.status === 400 || reply.status === 403) {
    const { detail = null } = refusalIn(await parseJson(reply.body, peer).catch(() => null)) ?? {};
    if (detail !== null) throw new RequestError('status', `${serverOf(peer.base)} refuses: ${detail}`);
  }
  checkStatus(reply, peer);
  return parseJson(reply.body, peer);
}

/** Without a byte order mark. Throws for what is not UTF-8. */
function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new Error('not UTF-8');
  const text = body.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Throws {@link RequestError} for what is not JSON in UTF-8. @param convert as that of `parseJsonInSlices` */
export async function parseJson(
  body: Buffer | string,
  { base }: Pick<Peer, 'base'>,
  convert?: Convert,
): Promise<Json> {
  try {
    return await parseJsonInSlices(typeof body === 'string' ? body : textOf(body), convert);
  } catch (error) {
    throw new RequestError(
      'not-agent',
      say('{server} answers with JSON that is broken', { server: serverOf(base) }),
      {
        cause: error,
      },
    );
  }
}
