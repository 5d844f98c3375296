/** Requests to one HTTP server, over one connection that is kept. Redirects are not followed: they would carry secrets elsewhere. */
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { VERSION } from '../../../core/version.ts';
import type { HttpAnswer } from '../../deliver/http-answer.ts';
import { type Verdict, verdictOf } from '../../deliver/verdict.ts';
import type { Certificates } from '../certificates.ts';
import type { SendContext, Session } from '../exporter.ts';

export interface HttpSetup {
  url: URL;
  method?: 'POST' | 'PUT' | 'GET';
  headers: Readonly<Record<string, string>>;
  certificates: Certificates | null;
  /** False trusts any certificate. */
  verify?: boolean;
  /** The meaning of an answer where the status is not enough. */
  judge?(answer: WholeAnswer, now: number): Verdict;
}

export interface WholeAnswer extends HttpAnswer {
  /** The body as it came. */
  readonly bytes: Uint8Array;
}

/** Enough for any reason, and for the errors of a bulk request. */
const MOST_BYTES = 64 * 1024;

export interface HttpCaller {
  call(request: HttpRequest, context: Pick<SendContext, 'signal'>): Promise<WholeAnswer>;
  close(): void;
}

export interface HttpRequest {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

export function createHttpCaller({
  certificates,
  verify = true,
}: Pick<HttpSetup, 'certificates' | 'verify'>): HttpCaller {
  const kept = { keepAlive: true, maxSockets: 1 };
  const http = new HttpAgent(kept);
  let https: HttpsAgent | null = null;
  // Loading TLS takes longer than all else that is done for an exporter during a start.
  const openHttps = (): HttpsAgent =>
    (https ??= new HttpsAgent({ ...kept, rejectUnauthorized: verify, ...certificates }));
  return {
    call: ({ url, method, headers, body }, { signal }) =>
      new Promise((resolve, reject) => {
        const isSecure = url.protocol === 'https:';
        const call = (isSecure ? requestHttps : requestHttp)(url, {
          method,
          signal,
          agent: isSecure ? openHttps() : http,
          headers: {
            'user-agent': `gander/${VERSION}`,
            ...headers,
            ...(body !== undefined && { 'content-length': body.length }),
          },
        });
        call.on('error', reject);
        call.on('response', (response) => {
          readBody(response).then(
            (bytes) =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                body: bytes.toString('utf8'),
                bytes,
              }),
            reject,
          );
        });
        call.end(body);
      }),
    close() {
      http.destroy();
      https?.destroy();
    },
  };
}

/** A session that sends each payload to the same address. */
export function httpSession({
  url,
  method = 'POST',
  headers,
  judge = verdictOf,
  ...tls
}: HttpSetup): Session {
  const caller = createHttpCaller(tls);
  return {
    send: async (body, { signal, now }) =>
      judge(await caller.call({ url, method, headers, body }, { signal }), now),
    close: () => caller.close(),
  };
}

/** The start of the body; what is longer ends the connection. */
function readBody(response: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => resolve(Buffer.concat(chunks).subarray(0, MOST_BYTES));
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size < MOST_BYTES) return;
      finish();
      response.destroy();
    });
    response.on('end', finish);
    response.on('error', reject);
  });
}

/** `Basic …`; none without a user. */
export const basicAuth = (user: string | undefined, password: string | undefined): Record<string, string> =>
  user === undefined || user === ''
    ? {}
    : { authorization: `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}` };

/** An address for people: no credentials, no query. */
export const shownUrl = (url: URL): string => `${url.protocol}//${url.host}${url.pathname}`;

/** The address from the keys that many sections have; the path may have a query. */
export function urlOf(protocol: string, host: string, port: number, path: string): URL {
  const url = new URL('http://localhost');
  url.protocol = protocol;
  url.hostname = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  url.port = String(port);
  const query = path.indexOf('?');
  url.pathname = query === -1 ? path : path.slice(0, query);
  url.search = query === -1 ? '' : path.slice(query);
  return url;
}
