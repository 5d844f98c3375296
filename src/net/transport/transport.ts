/** HTTP requests to untrusted servers: bounded in bytes and time, without redirects by default, and without credentials in URLs. */
import { readBody, readStart } from './body.ts';
import { begin, nameOf, type OpenReply, type OpenRequest, type ReplyHeaders, urlOf } from './exchange.ts';
import { RequestError } from './request-error.ts';

export interface HttpRequest extends OpenRequest {
  /** Time limit in milliseconds, to the last byte. */
  timeoutMs: number;
  /** Most bytes of the body. */
  maxBytes: number;
  /** Truncates a longer body; default: an error. */
  cutsBody?: boolean;
  /** True if the body is read. Default: true. */
  wantsBody?(status: number): boolean;
  /**
   * Followed redirects, within the same time limit; default: returned as replies. Credentials go only to the first origin. 303, and
   * 301 or 302 of a POST, become GET (RFC 9110, 15.4).
   */
  redirects?: number;
  /** Further headers for the first origin only. */
  ownHeaders?: Readonly<Record<string, string>>;
}

export interface HttpReply {
  status: number;
  headers: ReplyHeaders;
  body: Buffer;
}

/** Throws {@link RequestError}. The meaning of a status is left to the caller: 404 is a reply. */
export async function request(asked: HttpRequest): Promise<HttpReply> {
  const { redirects = 0, headers = {}, ownHeaders, timeoutMs } = asked;
  const { authorization: _, ...open } = headers;
  const first = urlOf(asked);
  const ends = performance.now() + timeoutMs;
  let url = first;
  let { method } = asked;
  for (let hops = 0; hops <= redirects; hops += 1) {
    const reply = await requestOnce(
      {
        ...asked,
        url,
        ...(method !== undefined && { method }),
        headers: url.origin === first.origin ? { ...headers, ...ownHeaders } : open,
      },
      ends,
    );
    const { location } = reply.headers;
    if (redirects === 0 || !REDIRECTS.has(reply.status) || location === undefined) return reply;
    url = redirected(location, url, nameOf(asked, url));
    if (method !== 'HEAD' && (reply.status === 303 || (method === 'POST' && reply.status < 303)))
      method = 'GET';
  }
  throw new RequestError('redirect', `${nameOf(asked, first)} redirects more than ${redirects} times`);
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

function redirected(location: string, from: URL, name: string): URL {
  const target = URL.canParse(location, from.href) ? new URL(location, from.href) : null;
  if (target?.protocol !== 'http:' && target?.protocol !== 'https:')
    throw new RequestError('redirect', `${name} redirects to an address that is neither http nor https`);
  return target;
}

async function requestOnce(asked: HttpRequest, ends: number): Promise<HttpReply> {
  const exchange = begin(asked, ends);
  try {
    const { status, headers, body } = await exchange.reply;
    if (asked.wantsBody?.(status) !== false) {
      const read = asked.cutsBody === true ? readStart : readBody;
      return { status, headers, body: await read(body, { ...asked, name: exchange.name }) };
    }
    body.destroy();
    return { status, headers, body: Buffer.alloc(0) };
  } finally {
    exchange.end();
  }
}

/** Like {@link request}, with a streamed body. */
export async function open(asked: OpenRequest): Promise<OpenReply> {
  const { timeoutMs } = asked;
  const exchange = begin(asked, timeoutMs === null ? null : performance.now() + timeoutMs);
  try {
    const reply = await exchange.reply;
    exchange.goOn();
    reply.body.once('close', exchange.end);
    return reply;
  } catch (error) {
    exchange.end();
    throw error;
  }
}
