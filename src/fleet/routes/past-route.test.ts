import { expect, it } from 'vitest';
import { openRig } from '../../../test/support/archive-rig.ts';
import { createJudge } from '../../../test/support/described-api.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { basic, fakeAuthenticator, PASSWORD, USER } from '../../../test/support/guarded-api.ts';
import { createHub } from '../hub/hub.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';
import type { OpenApiDocument } from '../../http/openapi/types.ts';

const ID = 'db1:61208';
const PATH = '/api/servers/history/range';

/** Two minutes of a server that fails in the second. */
async function rig(hasPassword = false) {
  const { archive, clock, history } = await openRig({ name: 'servers', paceMs: 10_000 });
  const begin = clock.now();
  for (let passed = 0; passed < 120; passed += 10) {
    clock.skip(10_000);
    history.begin(clock.now());
    history.record('status', passed < 50 ? 1 : 0, ID);
    if (passed < 50) history.record('cpu_total', 10 + passed, ID);
    if (passed !== 20) continue;
    history.record('cpu_total.min', 3, ID);
    history.record('cpu_total.max', 97, ID);
  }
  const hub = createHub({
    checkValues: (values) => values,
    checkAlerts: (notified) => notified,
    clock,
    servers: [],
    columns: [
      { key: 'cpu_total', plugin: 'cpu', field: 'total', item: null, unit: 'percent', description: null },
    ],
    refresh: 10,
    addedFile: null,
    onFault: () => {},
  });
  let serial = 0;
  const { api } = createFakeApi(undefined, {
    fleet: new Proxy(hub, {
      get: (target, name) => (name === 'serial' ? () => serial : Reflect.get(target, name, target)),
    }),
    fleetArchive: archive,
    now: () => clock.now(),
    ...(hasPassword && { protection: { ...UNPROTECTED, authenticator: fakeAuthenticator() } }),
  });
  const get = (url: string, headers: Record<string, string> = {}) =>
    api.inject({ method: 'GET', url, headers });
  return { get, begin, change: () => void (serial += 1) };
}

it('serves the columns of a server, through stops', async () => {
  const { get, begin } = await rig();
  const reply = await get(`${PATH}?server=${ID}&server=gone:1&from=${begin}&step=1m&agg=avg`);
  expect(reply.json()).toMatchObject({
    from: begin,
    step: 60_000,
    count: 2,
    servers: {
      [ID]: {
        status: { kind: 'gauge', avg: [1, 0] },
        answer_time: null,
        cpu_total: { unit: 'percent', avg: [30, null] },
      },
      'gone:1': { status: null, answer_time: null, cpu_total: null },
    },
  });
  const document = (await get('/openapi.json')).json<OpenApiDocument>();
  expect(createJudge(document)({ method: 'get', template: PATH }, reply)).toEqual([]);
  const etag = String(reply.headers.etag);
  expect((await get(reply.raw.req.url ?? '', { 'if-none-match': etag })).statusCode).toBe(304);
});

it('has the extremes of samples between two polls', async () => {
  const { get, begin } = await rig();
  const reply = await get(`${PATH}?server=${ID}&column=cpu_total&from=${begin}&step=1m`);
  expect(reply.json()).toMatchObject({
    servers: { [ID]: { cpu_total: { avg: [30, null], min: [3, null], max: [97, null] } } },
  });
});

it('answers 304 until a server has changed, and always for what is long past', async () => {
  const { get, change } = await rig();
  for (const [span, changes] of [
    ['from=-1h', true],
    ['from=-2d&to=-1d', false],
  ] as const) {
    const path = `${PATH}?server=${ID}&${span}`;
    const headers = { 'if-none-match': String((await get(path)).headers.etag) };
    expect((await get(path, headers)).statusCode).toBe(304);
    change();
    expect((await get(path, headers)).statusCode).toBe(changes ? 200 : 304);
  }
});

it.each([
  ['', /server is missing: give at least one, such as db1:61208/],
  [`?server=${ID}&agg=median`, /agg must be/],
  [`?${Array.from({ length: 101 }, (_, at) => `server=s${at}:1`).join('&')}&column=status`, /At most 100/],
])('refuses %s', async (query, words) => {
  const reply = await (await rig()).get(PATH + query);
  expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([
    400,
    expect.stringMatching(words),
  ]);
});

it('is protected like all else, and says how it is doing', async () => {
  const { get } = await rig(true);
  const login = { authorization: basic(USER, PASSWORD) };
  expect((await get(`${PATH}?server=${ID}`)).statusCode).toBe(401);
  expect((await get(`${PATH}?server=${ID}`, login)).statusCode).toBe(200);
  expect((await get('/api/archive', login)).json()).toMatchObject({
    fleet: { state: 'ok', folder: '/state/archive' },
  });
});
