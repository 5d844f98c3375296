import type { LookupFunction } from 'node:net';
import type { WebAnswer, WebCheck } from '../../core/host.ts';
import { basicOf } from '../../net/transport/basic.ts';
import { loadTransport } from '../../net/transport/pool.ts';
import { request } from '../../net/transport/transport.ts';
import { COMMON_HEADERS, nameOf, parseTarget } from './fetch-text.ts';

const MAX_REDIRECTS = 10;

/**
 * Asks a web server for the head of a document, as {@link Host.checkWeb} promises. Credentials of the address go to its
 * own origin only, whatever a redirect says, and no error message repeats them.
 */
export async function checkWeb(
  url: string,
  { timeoutMs, verifyTls, proxies }: WebCheck,
  lookup: LookupFunction,
): Promise<WebAnswer> {
  const first = parseTarget(url);
  const connections = {
    lookup,
    tls: () => ({ rejectUnauthorized: verifyTls }),
    proxies: { http: proxyOf(proxies.http), https: proxyOf(proxies.https) },
  };
  // Not part of what is measured.
  await loadTransport();
  const start = performance.now();
  const authorization = basicOf(first);
  const { status } = await request({
    url: first,
    name: nameOf,
    method: 'HEAD',
    headers: { ...COMMON_HEADERS, ...(authorization !== null && { authorization }) },
    connections,
    redirects: MAX_REDIRECTS,
    timeoutMs,
    maxBytes: 0,
    wantsBody: () => false,
  });
  return { status, seconds: (performance.now() - start) / 1000 };
}

const proxyOf = (address: string | null): URL | null => (address === null ? null : parseTarget(address));
