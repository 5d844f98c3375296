/** Asks a server of version 5. A password is exchanged for a token once, since servers take long to check one. */
import { parsedJson } from '../../../core/parsed-json.ts';
import { askJson } from '../ask-json.ts';
import { checkStatus, below, type Peer } from '../ask.ts';
import { adopt } from '../../../core/adopt.ts';
import type { Json } from '../../../core/served.ts';
import { loose, text, texts, where } from '../../../core/shape.ts';
import { RequestError } from '../../transport/request-error.ts';
import { request } from '../../transport/transport.ts';

/** A token, and the credentials that it was given for. */
export interface Token {
  basic: string;
  /** Value of `Authorization`; the credentials themselves where the server gives no tokens. */
  header: string;
}

/** Where a token is kept between requests. */
export interface TokenPlace {
  token: Token | null;
}

const statusIn = adopt(loose(texts('version', 'glances_version')));

/** Returns the version of a server of version 5; null for any other. Throws {@link RequestError}. */
export async function version5(peer: Peer): Promise<string | null> {
  const status = await askJson({ ...peer, authorization: null }, '/status');
  const { version, glances_version: release = '5' } = statusIn(status) ?? {};
  return version === '5' ? release : null;
}

/** Requests the JSON at a path, which begins with `/api/5`. Throws {@link RequestError}. */
export async function ask5(peer: Peer, path: string, place: TokenPlace): Promise<Json> {
  const { authorization } = peer;
  if (authorization === null) return askJson(peer, path);
  const known = place.token?.basic === authorization ? place.token : null;
  const token = known ?? (place.token = await tokenFor(peer, authorization));
  try {
    return await askJson({ ...peer, authorization: token.header }, path);
  } catch (error) {
    // It has expired, or the server was restarted.
    if (known === null || !(error instanceof RequestError) || error.problem !== 'password') throw error;
    place.token = await tokenFor(peer, authorization);
    return askJson({ ...peer, authorization: place.token.header }, path);
  }
}

const LONGEST_TOKEN = 8192;

async function tokenFor(peer: Peer, basic: string): Promise<Token> {
  const { timeoutMs, maxBytes, connections, signal } = peer;
  const url = below(peer, '/api/5/token');
  const headers = { accept: 'application/json', authorization: basic };
  const reply = await request({ url, method: 'POST', headers, timeoutMs, maxBytes, connections, signal });
  // It has no password.
  if (reply.status === 404) return { basic, header: basic };
  checkStatus(reply, peer);
  const token = tokenIn(reply.body);
  if (token === null) throw new RequestError('not-agent', `${peer.base.host} gives no token`);
  return { basic, header: `Bearer ${token}` };
}

/** Only characters of a token: RFC 6750 section 2.1. */
const TOKEN = where(
  text(),
  'a token',
  (token) => /^[\w.~+/-]+=*$/.test(token) && token.length <= LONGEST_TOKEN,
);
const replyIn = adopt(loose({ access_token: TOKEN }));

function tokenIn(body: Buffer): string | null {
  return replyIn(parsedJson(body.toString('utf8')))?.access_token ?? null;
}
