/** Changes by a page behind the proxies of docs/reverse-proxies.md, which listen on another port than 443. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GuardedApi, startGuardedApi } from '../support/guarded-api.ts';

const PUBLIC = 'host.example:8443';
const CLIENT = '192.0.2.7';
const forwarded = { 'x-forwarded-for': CLIENT, 'x-forwarded-proto': 'https' };

/** Headers of each proxy. nginx: of the documented configuration; a real one runs in test/peers/nginx.test.ts. */
const PROXIES: Readonly<Record<string, Record<string, string>>> = {
  nginx: { host: PUBLIC, ...forwarded },
  // https://caddyserver.com/docs/caddyfile/directives/reverse_proxy#defaults; Caddy 2.6.2 sends these.
  Caddy: { host: PUBLIC, ...forwarded, 'x-forwarded-host': PUBLIC },
  // https://doc.traefik.io/traefik/getting-started/faq/ (X-Forwarded headers); passHostHeader is true by default.
  Traefik: {
    host: PUBLIC,
    ...forwarded,
    'x-forwarded-host': PUBLIC,
    'x-forwarded-port': '8443',
    'x-forwarded-server': 'traefik-1',
    'x-real-ip': CLIENT,
  },
};
/** `header_up Host {upstream_hostport}` of Caddy and `passHostHeader: false` of Traefik. */
const OWN_HOST = { host: '127.0.0.1:61208', ...forwarded, 'x-forwarded-host': PUBLIC };

let trusting: GuardedApi;
let suspicious: GuardedApi;
const hosts = ['host.example', '127.0.0.1'];
beforeAll(async () => {
  trusting = await startGuardedApi({ hosts, prefix: '/monitor', trustedProxies: ['127.0.0.1'] });
  suspicious = await startGuardedApi({ hosts, prefix: '/monitor' });
});
afterAll(async () => {
  await trusting.close();
  await suspicious.close();
});

const change = async (to: GuardedApi, headers: Record<string, string>): Promise<number> =>
  (await to.send({ method: 'POST', path: '/monitor/api/4/events/clear/all', headers })).status;

describe.each(Object.entries(PROXIES))('behind %s', (_, headers) => {
  it('the page may change something, with the proxy trusted or not', async () => {
    const own = { ...headers, origin: `https://${PUBLIC}` };
    expect([await change(trusting, own), await change(suspicious, own)]).toEqual([200, 200]);
  });

  it.each([
    'https://evil.example',
    'https://evil.example:8443',
    'https://host.example',
    'https://host.example:61208',
    'https://host.example:8443.evil.example',
    'http://127.0.0.1:61208',
    'null',
  ])('a page of %s may not', async (origin) => {
    expect(await change(trusting, { ...headers, origin })).toBe(403);
    expect(await change(suspicious, { ...headers, origin })).toBe(403);
  });

  it('redirects keep scheme, host and port of the client', async () => {
    const { status, headers: answered } = await trusting.send({ path: '/monitor/api/4/cpu/', headers });
    expect([status, answered.location]).toEqual([307, `https://${PUBLIC}/monitor/api/4/cpu`]);
  });
});

describe('behind a proxy that sends its own Host', () => {
  it('the page may change something where the proxy is trusted', async () => {
    const own = { ...OWN_HOST, origin: `https://${PUBLIC}` };
    expect([await change(trusting, own), await change(suspicious, own)]).toEqual([200, 403]);
  });

  it('another page may not, whatever host a client claims besides', async () => {
    const origin = 'https://evil.example';
    const claimed = `evil.example, ${PUBLIC}`;
    expect(await change(trusting, { ...OWN_HOST, origin, 'x-forwarded-host': claimed })).toBe(403);
    expect(await change(suspicious, { ...OWN_HOST, origin, 'x-forwarded-host': 'evil.example' })).toBe(403);
  });
});
