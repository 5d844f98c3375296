import { type ClientRequest, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { WebAnswer, WebCheck } from '../../core/host.ts';
import { FetchError, nameOf, parseTarget } from './fetch-text.ts';
import { errorCode } from './system-error.ts';

const MAX_REDIRECTS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const USER_AGENT = 'gander';

interface Head {
  status: number;
  location: string | null;
}

interface Hop extends Pick<WebCheck, 'verifyTls' | 'proxies'> {
  target: URL;
  /** Value of the header; null: none is sent. */
  authorization: string | null;
  signal: AbortSignal;
  lookup: LookupFunction;
}

/**
 * Asks a web server for the head of a document, as {@link Host.checkWeb} promises. Credentials of the address go to its
 * own origin only, whatever a redirect says, and no error message repeats them.
 */
export async function checkWeb(
  url: string,
  { timeoutMs, verifyTls, proxies }: WebCheck,
  lookup: LookupFunction,
): Promise<WebAnswer> {
  const start = performance.now();
  const first = parseTarget(url);
  const signal = AbortSignal.timeout(timeoutMs);
  let target = first;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const authorization = target.origin === first.origin ? basicOf(first) : null;
    const { status, location } = await headInTime(
      { target, authorization, verifyTls, proxies, signal, lookup },
      timeoutMs,
    );
    if (!REDIRECTS.has(status) || location === null)
      return { status, seconds: (performance.now() - start) / 1000 };
    target = redirected(location, target);
  }
  throw new FetchError(`${nameOf(first)} redirects more than ${MAX_REDIRECTS} times`);
}

async function headInTime(hop: Hop, timeoutMs: number): Promise<Head> {
  const { target, signal } = hop;
  try {
    return await head(hop);
  } catch (error) {
    if (error instanceof FetchError) throw error;
    const reason = signal.aborted ? `did not answer within ${timeoutMs} ms` : describe(error);
    throw new FetchError(`${nameOf(target)} ${reason}`, { cause: error });
  }
}

function redirected(location: string, from: URL): URL {
  const target = URL.canParse(location, from.href) ? new URL(location, from.href) : null;
  if (target?.protocol !== 'http:' && target?.protocol !== 'https:')
    throw new FetchError(`${nameOf(from)} redirects to what is no address of http or https`);
  return target;
}

async function head(hop: Hop): Promise<Head> {
  const { target, proxies } = hop;
  const isSecure = target.protocol === 'https:';
  const proxy = isSecure ? proxies.https : proxies.http;
  if (proxy === null)
    return send(isSecure ? requestHttps : requestHttp, { ...optionsOf(hop), ...placeOf(target) });
  const via = parseTarget(proxy);
  return isSecure ? headThroughTunnel(hop, via) : headByProxy(hop, via);
}

/** RFC 9112, 3.2.2: a proxy is asked by the whole address. */
function headByProxy(hop: Hop, via: URL): Promise<Head> {
  const { origin, pathname, search } = hop.target;
  const { headers, ...options } = optionsOf(hop);
  return send(requester(via), {
    ...options,
    ...placeOf(via),
    path: `${origin}${pathname}${search}`,
    headers: { ...headers, ...proxyHeaders(via) },
  });
}

/** RFC 9110, 9.3.6: TLS goes through the proxy to the server itself. */
async function headThroughTunnel(hop: Hop, via: URL): Promise<Head> {
  const { target, verifyTls, signal, lookup } = hop;
  const place = `${target.hostname}:${target.port || 443}`;
  const tunnel = await openTunnel(
    requester(via)({
      ...placeOf(via),
      method: 'CONNECT',
      path: place,
      headers: { host: place, ...proxyHeaders(via) },
      rejectUnauthorized: verifyTls,
      agent: false,
      signal,
      lookup,
    } as RequestOptions),
    nameOf(via),
  );
  try {
    const servername = hostOf(target);
    const createConnection = () => connectTls({ socket: tunnel, servername, rejectUnauthorized: verifyTls });
    const { agent: _, ...options } = optionsOf(hop);
    return await send(requestHttp, { ...options, createConnection });
  } finally {
    tunnel.destroy();
  }
}

function openTunnel(request: ClientRequest, proxy: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      response.destroy();
      reject(new FetchError(`the proxy ${proxy} refuses with status ${response.statusCode}`));
    });
    request.on('connect', (response, socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new FetchError(`the proxy ${proxy} refuses with status ${response.statusCode}`));
    });
    request.end();
  });
}

/** Takes the head of the answer; a body that comes against the rules is not read. */
function send(request: typeof requestHttp, options: RequestOptions): Promise<Head> {
  return new Promise((resolve, reject) => {
    const sent = request(options);
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.destroy();
      resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? null });
    });
    sent.end();
  });
}

const requester = ({ protocol }: URL): typeof requestHttp =>
  protocol === 'https:' ? requestHttps : requestHttp;

/** A connection of its own, so that each check measures all of it. */
const optionsOf = ({ target, authorization, verifyTls, signal, lookup }: Hop) => ({
  method: 'HEAD',
  path: `${target.pathname}${target.search}`,
  headers: {
    host: target.host,
    'user-agent': USER_AGENT,
    accept: '*/*',
    ...(authorization !== null && { authorization }),
  },
  rejectUnauthorized: verifyTls,
  agent: false as const,
  signal,
  lookup,
});

const placeOf = (url: URL): RequestOptions => ({
  host: hostOf(url),
  port: url.port || (url.protocol === 'https:' ? 443 : 80),
});

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const proxyHeaders = (via: URL): Record<string, string> => {
  const authorization = basicOf(via);
  return authorization === null ? {} : { 'proxy-authorization': authorization };
};

/** RFC 7617, from the credentials of an address; null when it has none. */
function basicOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
  } catch {
    throw new FetchError('in the user name and password of an address, % must be written as %25');
  }
}

/** Goes on after the name of the server. */
function describe(error: unknown): string {
  switch (errorCode(error)) {
    case 'ECONNREFUSED':
      return 'refuses connections: nothing listens there';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'has a host name that is not known';
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'cannot be reached: there is no route to it';
    default: {
      // Connections to several addresses of a name fail with an error without message.
      const { message, name } = error instanceof Error ? error : new Error(String(error));
      return `failed: ${message || (errorCode(error) ?? name)}`;
    }
  }
}
