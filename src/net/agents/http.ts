/**
 * One HTTP exchange with a server that may be hostile: no redirect is followed, the whole answer is bounded in bytes and
 * time, and credentials in an address are ignored.
 */
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { RequestError, toRequestError } from './request-error.ts';

export interface HttpRequest {
  /** `http:` or `https:`; certificates are verified. */
  url: URL | string;
  /** Default: GET. */
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Milliseconds from here to the last byte. */
  timeoutMs: number;
  /** Bytes of the answer's body. */
  maxBytes: number;
  /** Keeps connections; must fit the scheme. Undefined: a connection of its own. */
  agent?: http.Agent | undefined;
  /** Ends the exchange. */
  signal?: AbortSignal | undefined;
}

export interface HttpReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Bytes of all headers of an answer. */
const MOST_HEADER_BYTES = 16_384;

/** Throws {@link RequestError}. A status is none of its business: 404 is an answer. */
export function request(asked: HttpRequest): Promise<HttpReply> {
  const url = typeof asked.url === 'string' ? new URL(asked.url) : asked.url;
  const server = serverOf(url);
  return new Promise((resolve, reject) => {
    let current: http.ClientRequest | null = null;
    let over = false;
    const end = (settle: () => void): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      asked.signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const fail = (error: unknown): void =>
      end(() => {
        current?.destroy();
        reject(toRequestError(error, server));
      });
    const onAbort = (): void => fail(new RequestError('closed', `the exchange with ${server} was ended`));
    const timer = setTimeout(() => fail(late(server, asked.timeoutMs)), asked.timeoutMs);
    const send = (agent: http.Agent | undefined): void => {
      const sent = open(asked, url, agent);
      current = sent;
      sent.on('error', (error) => {
        // A connection that was kept open had been closed by then: that says nothing about the server.
        if (!over && sent.reusedSocket && isClosed(error)) send(undefined);
        else fail(error);
      });
      sent.on('response', (response) => {
        collect(response, asked.maxBytes, server).then((body) => {
          const { statusCode: status = 0, headers } = response;
          end(() => resolve({ status, headers, body }));
        }, fail);
      });
      sent.end(asked.body);
    };
    if (asked.signal?.aborted === true) return onAbort();
    asked.signal?.addEventListener('abort', onAbort);
    try {
      send(asked.agent);
    } catch (error) {
      fail(error);
    }
  });
}

/** `host:port` for messages; IPv6 addresses keep their brackets. */
export const serverOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;

function open(asked: HttpRequest, url: URL, agent: http.Agent | undefined) {
  const { method, headers, body } = asked;
  const client = url.protocol === 'https:' ? https : http;
  return client.request({
    // A connection of its own is made as those of the agent are: to the same addresses, trusting the same certificates.
    ...(agent === undefined && optionsOf(asked.agent)),
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port,
    path: url.pathname + url.search,
    method: method ?? 'GET',
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    agent: agent ?? false,
    maxHeaderSize: MOST_HEADER_BYTES,
  });
}

/** The options that the agent was made with. */
function optionsOf(agent: http.Agent | undefined): https.RequestOptions {
  const { lookup, ca } = (agent as { options?: https.RequestOptions } | undefined)?.options ?? {};
  return { ...(lookup && { lookup }), ...(ca !== undefined && { ca }) };
}

/** By listeners, which cost a fraction of an iterator. */
const collect = (response: IncomingMessage, maxBytes: number, server: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    response.on('data', (part: Buffer) => {
      size += part.length;
      parts.push(part);
      if (size <= maxBytes) return;
      response.destroy();
      reject(new RequestError('too-large', `${server} sent more than ${maxBytes} bytes`));
    });
    response.on('end', () => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
    response.on('error', reject);
    response.on('close', () => {
      if (!response.complete) reject(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
    });
  });

const late = (server: string, timeoutMs: number): RequestError =>
  new RequestError('late', `${server} did not answer within ${timeoutMs / 1000} seconds`);

const isClosed = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'ECONNRESET' || error.code === 'EPIPE';
