import type { LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { WebAnswer, WebCheck } from '../../core/host.ts';
import { publicUrl } from '../../core/redact.ts';
import { basicOf } from '../../net/transport/basic.ts';
import { loadTransport } from '../../net/transport/pool.ts';
import { request } from '../../net/transport/transport.ts';
import { COMMON_HEADERS, parseTextUrl } from './fetch-text.ts';

const MAX_REDIRECTS = 10;

/**
 * Sends a request as described at {@link Host.checkWeb}. Credentials of the address and headers go only to its own origin,
 * regardless of redirects, and appear in no error message.
 */
export async function checkWeb(url: string, check: WebCheck, lookup: LookupFunction): Promise<WebAnswer> {
  const { timeoutMs, verifyTls, proxies, method = 'HEAD', headers, maxBytes = 0, followsRedirects } = check;
  const first = parseTextUrl(url);
  let expires: number | null = null;
  const connections = {
    lookup,
    tls: () => ({ rejectUnauthorized: verifyTls }),
    proxies: { http: proxyOf(proxies.http), https: proxyOf(proxies.https) },
    onSecure(socket: TLSSocket) {
      const end = Date.parse(socket.getPeerCertificate().valid_to);
      if (!Number.isNaN(end)) expires = Math.min(expires ?? end, end);
    },
  };
  // Not part of the measurement.
  await loadTransport();
  const start = performance.now();
  const authorization = basicOf(first);
  const { status, body } = await request({
    url: first,
    name: publicUrl,
    method,
    headers: {
      ...COMMON_HEADERS,
      ...(maxBytes > 0 && { 'accept-encoding': 'identity' }),
      ...(authorization !== null && { authorization }),
    },
    ...(headers && { ownHeaders: headers }),
    connections,
    redirects: followsRedirects === false ? 0 : MAX_REDIRECTS,
    timeoutMs,
    maxBytes,
    cutsBody: true,
    wantsBody: () => maxBytes > 0,
  });
  return { status, seconds: (performance.now() - start) / 1000, body, expires };
}

const proxyOf = (address: string | null): URL | null => (address === null ? null : parseTextUrl(address));
