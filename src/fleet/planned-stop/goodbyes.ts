/** Tells hubs about a planned stop, so that they do not report a failure. */
import { isIP } from 'node:net';
import { bracketed } from '../../core/server-name.ts';
import { type Goodbye, GOODBYE_PATH, goodbyeIn } from '../../net/agents/goodbye.ts';
import { request } from '../../net/transport/transport.ts';
import type { HubPolls } from '../../api/values/hub-polls.ts';

export interface Goodbyes extends HubPolls {
  /** Resolves when all hubs know, or after a second; never rejects. */
  say(): Promise<void>;
}

/** Beyond, the hub with the oldest poll is forgotten. */
const MOST = 8;
const WITHIN_MS = 1000;

/** @param withinMs longest wait for one hub */
export function createGoodbyes(withinMs = WITHIN_MS): Goodbyes {
  const hubs = new Map<string, Goodbye>();
  return {
    note(address, header) {
      const goodbye = goodbyeIn(header);
      const [host = ''] = address.replace(/^::ffff:(?=\d+\.)/, '').split('%');
      if (goodbye === null || isIP(host) === 0) return;
      const url = `http${goodbye.isSecure ? 's' : ''}://${bracketed(host)}:${goodbye.port}${goodbye.prefix}${GOODBYE_PATH}`;
      hubs.delete(url);
      hubs.set(url, goodbye);
      const [oldest] = hubs.keys();
      if (hubs.size > MOST && oldest !== undefined) hubs.delete(oldest);
    },
    async say() {
      await Promise.allSettled([...hubs].map(([url, { token }]) => tell(url, token, withinMs)));
    },
  };
}

const tell = (url: string, token: string, timeoutMs: number): Promise<unknown> =>
  request({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    timeoutMs,
    maxBytes: 10_000,
    // Certificates rarely name addresses. The token is valid for this message only.
    connections: { tls: () => ({ rejectUnauthorized: false }) },
  });
