/** [outputs] cors_… on a listening server. */
import { afterAll, describe, expect, it } from 'vitest';
import {
  fakeAuthenticator,
  guardedApi,
  type GuardedApi,
  type GuardSetup,
  startGuardedApi,
} from '../support/guarded-api.ts';

const ORIGIN = 'http://dash.example';
const preflight = (extra: Record<string, string> = {}) => ({
  method: 'OPTIONS',
  headers: { origin: ORIGIN, 'access-control-request-method': 'GET', ...extra },
});

const apis = new Map<string, Promise<GuardedApi>>();
afterAll(async () => {
  for (const api of apis.values()) await (await api).close();
});

/** A server with these settings, started once. */
function served(cors: GuardSetup['cors']): Promise<GuardedApi> {
  const key = JSON.stringify(cors);
  const api = apis.get(key) ?? startGuardedApi({ cors: cors ?? {} });
  apis.set(key, api);
  return api;
}

/** Headers of the answer to a request that concern origins. */
async function simple(cors: GuardSetup['cors'], headers: Record<string, string>, path = '/api/4/cpu') {
  const answer = await (await served(cors)).send({ path, headers });
  return {
    status: answer.status,
    allow: answer.headers['access-control-allow-origin'],
    credentials: answer.headers['access-control-allow-credentials'],
    vary: answer.headers.vary,
  };
}

describe('any origin, the default', () => {
  it('is *', async () => {
    expect(await simple({}, { origin: ORIGIN })).toEqual({
      status: 200,
      allow: '*',
      credentials: undefined,
      vary: undefined,
    });
  });

  it('is echoed to a request with a cookie', async () => {
    expect(await simple({}, { origin: ORIGIN, cookie: 'a=1' })).toMatchObject({
      allow: ORIGIN,
      vary: 'Origin',
    });
  });

  it('adds nothing without an origin', async () => {
    expect(await simple({}, {})).toEqual({
      status: 200,
      allow: undefined,
      credentials: undefined,
      vary: undefined,
    });
  });

  it.each([[['*']], [['*', 'http://a']], [['http://a', '*']]])(
    '%j never goes with credentials',
    async (origins) => {
      const cors = { origins, credentials: true };
      expect(await simple(cors, { origin: ORIGIN })).toMatchObject({ allow: '*', credentials: undefined });
      expect(await simple(cors, { origin: ORIGIN, cookie: 'a=1' })).toMatchObject({ credentials: undefined });
      const guarded = await guardedApi({ cors });
      const { headers } = await guarded.send(preflight());
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    },
  );
});

describe('a list of origins', () => {
  const origins = [ORIGIN, 'https://other.example'];

  it('echoes those in it', async () => {
    expect(await simple({ origins }, { origin: ORIGIN })).toEqual({
      status: 200,
      allow: ORIGIN,
      credentials: undefined,
      vary: 'Origin',
    });
  });

  it.each(['http://evil.example', 'HTTP://dash.example', `${ORIGIN}:80`, 'null', ''])(
    'does not echo "%s"',
    async (origin) => {
      expect(await simple({ origins }, { origin })).toMatchObject({
        status: 200,
        allow: undefined,
        vary: 'Origin',
      });
    },
  );

  it.each(['/api/4/cpu', '/api/4/pluginslist', '/api/4/nothing', '/none', '/%zz', '/api/4/cpu/'])(
    'varies every reply by origin: %s',
    async (path) => {
      expect((await simple({ origins }, {}, path)).vary).toBe('Origin');
      expect((await simple({ origins }, { origin: ORIGIN }, path)).vary).toBe('Origin');
    },
  );

  it('varies a compressed reply and an unchanged one by both', async () => {
    const guarded = await guardedApi({ cors: { origins } });
    const headers = { origin: ORIGIN, 'accept-encoding': 'gzip' };
    const first = await guarded.send({ path: '/api/4/all/views', headers });
    expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Origin, Accept-Encoding' });
    const again = { ...headers, 'if-none-match': String(first.headers.etag) };
    const second = await guarded.send({ path: '/api/4/all/views', headers: again });
    expect(second.status).toBe(304);
    expect(second.headers).toMatchObject({
      vary: 'Origin, Accept-Encoding',
      'access-control-allow-origin': ORIGIN,
    });
  });

  it('gives credentials to every request with an origin when told to', async () => {
    const cors = { origins, credentials: true };
    expect(await simple(cors, { origin: ORIGIN })).toMatchObject({ allow: ORIGIN, credentials: 'true' });
    expect(await simple(cors, { origin: 'http://evil' })).toMatchObject({
      allow: undefined,
      credentials: 'true',
    });
    expect(await simple(cors, {})).toMatchObject({ allow: undefined, credentials: undefined });
  });

  it('may be empty', async () => {
    expect(await simple({ origins: [] }, { origin: ORIGIN })).toMatchObject({
      status: 200,
      allow: undefined,
    });
  });
});

describe('a preflight request', () => {
  it('is answered without credentials', async () => {
    const guarded = await guardedApi({ authenticator: fakeAuthenticator() });
    for (const path of ['/api/4/cpu', '/none', '/%zz']) {
      const answer = await guarded.send({
        ...preflight({ 'access-control-request-headers': 'Authorization, X-A' }),
        path,
      });
      expect(answer).toMatchObject({ status: 200, body: 'OK' });
      expect(answer.headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT',
        'access-control-allow-headers': 'Authorization, X-A',
        'access-control-max-age': '600',
      });
    }
  });

  it('names the headers of a list, and those that are always allowed', async () => {
    const guarded = await guardedApi({
      cors: { origins: [ORIGIN], methods: ['get', 'POST'], headers: ['X-B'] },
    });
    const answer = await guarded.send(preflight({ 'access-control-request-headers': 'x-b, CONTENT-TYPE' }));
    expect(answer).toMatchObject({ status: 200, body: 'OK' });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Accept, Accept-Language, Content-Language, Content-Type, X-B',
      vary: 'Origin',
    });
  });

  it.each([
    [{ origin: 'http://evil' }, 'Disallowed CORS origin'],
    [{ 'access-control-request-method': 'PUT' }, 'Disallowed CORS method'],
    [{ 'access-control-request-headers': 'X-Evil' }, 'Disallowed CORS headers'],
    [
      {
        origin: 'http://evil',
        'access-control-request-method': 'TRACE',
        'access-control-request-headers': 'X',
      },
      'Disallowed CORS origin, method, headers',
    ],
  ])('%j is refused', async (headers, body) => {
    const guarded = await guardedApi({ cors: { origins: [ORIGIN], methods: ['GET'], headers: ['X-B'] } });
    const answer = await guarded.send(preflight(headers as Record<string, string>));
    expect(answer).toMatchObject({ status: 400, body });
  });

  it('refuses methods that do not exist, even with *', async () => {
    const guarded = await guardedApi();
    const answer = await guarded.send(preflight({ 'access-control-request-method': 'TRACE' }));
    expect(answer).toMatchObject({ status: 400, body: 'Disallowed CORS method' });
  });
});

it.each([{}, { origin: ORIGIN }, { 'access-control-request-method': 'GET' }])(
  'another OPTIONS request is a wrong method: %j',
  async (headers) => {
    const guarded = await guardedApi();
    expect(
      (await guarded.send({ method: 'OPTIONS', headers: headers as Record<string, string> })).status,
    ).toBe(405);
  },
);

it('a reply of 401 can be read by the page', async () => {
  const guarded = await guardedApi({ authenticator: fakeAuthenticator() });
  const answer = await guarded.send({ headers: { origin: ORIGIN } });
  expect(answer.status).toBe(401);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
});

describe('what changes something', () => {
  const clear = async (origins: string[]) => {
    const { send } = await guardedApi({ cors: { origins } });
    return (await send({ path: '/api/4/events/clear/all', method: 'POST', headers: { origin: ORIGIN } }))
      .status;
  };

  it('is for pages of this server, and for those that are named', async () => {
    expect(await clear(['*'])).toBe(403);
    expect(await clear(['http://other.example'])).toBe(403);
    expect(await clear([ORIGIN])).toBe(200);
  });
});
