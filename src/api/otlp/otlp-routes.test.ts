import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { featuresWith } from '../../../test/support/features.ts';
import { fakeAuthenticator } from '../../../test/support/guarded-api.ts';
import { createApiKey, hashApiKey } from '../../net/credentials/api-key.ts';
import { give } from '../../core/parts/service.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';
import { Pushed, PushedNumbers, pushedNumbers } from '../../measure/own/pushed.ts';

const TOKEN = 'a-token-of-24-characters';

const API_KEY = createApiKey();
const KEY = { name: 'apps', hash: hashApiKey(API_KEY), created: '', scope: 'push' } as const;

function rig() {
  const sources = pushedNumbers.create({} as never);
  const pushed = new Pushed(() => 0);
  sources.open('shop', TOKEN, pushed);
  const { api } = createFakeApi(undefined, {
    features: featuresWith(give(PushedNumbers, sources)),
    protection: { ...UNPROTECTED, authenticator: fakeAuthenticator({ keys: [KEY] }) },
  });
  const post = (payload: string | Buffer, headers: Record<string, string>, name = 'shop') =>
    api.inject({ method: 'POST', url: `/api/otlp/${name}/v1/metrics`, headers, payload });
  const send = async (body: unknown, token: string | null = TOKEN, name = 'shop') => {
    const reply = await post(
      typeof body === 'string' ? body : JSON.stringify(body),
      { 'content-type': 'application/json', ...(token !== null && { 'x-gander-token': token }) },
      name,
    );
    return [reply.statusCode, reply.json<unknown>()];
  };
  return { send, post, pushed };
}

const body = {
  resourceMetrics: [
    { scopeMetrics: [{ metrics: [{ name: 'x', gauge: { dataPoints: [{ asInt: 1 }, {}] } }] }] },
  ],
};

it('takes numbers with the token of the source, behind a password too', async () => {
  const { send, pushed } = rig();
  expect(await send(body)).toEqual([200, { partialSuccess: { rejectedDataPoints: 1 } }]);
  expect(pushed.reading().samples).toMatchObject([{ name: 'x', value: 1 }]);
});

it('takes an API key with the scope push in place of the token', async () => {
  const { post } = rig();
  const json = { 'content-type': 'application/json' };
  const headers = { ...json, authorization: `Bearer ${API_KEY}` };
  expect((await post(JSON.stringify(body), headers)).statusCode).toBe(200);
  expect((await post(JSON.stringify(body), headers, 'other')).statusCode).toBe(404);
  expect(
    (await post(JSON.stringify(body), { ...headers, authorization: 'Bearer gander_x' })).statusCode,
  ).toBe(404);
});

it('takes protobuf and gzip, and replies in the same form', async () => {
  const { post, pushed } = rig();
  const headers = { 'content-type': 'application/x-protobuf', 'x-gander-token': TOKEN };
  // resource_metrics { scope_metrics { metrics { name: "x" gauge { data_points { as_double: 0.0 } data_points {} } } } }
  const bytes = Buffer.from('0a16121412120a01782a0d0a092100000000000000000a00', 'hex');
  const plain = await post(bytes, headers);
  expect([plain.statusCode, plain.headers['content-type'], plain.rawPayload.toString('hex')]).toEqual([
    200,
    'application/x-protobuf',
    '0a020801',
  ]);
  const packed = { ...headers, 'content-encoding': 'gzip' };
  expect((await post(gzipSync(bytes), packed)).statusCode).toBe(200);
  const json = { ...packed, 'content-type': 'application/json' };
  const fine = { resourceMetrics: [] };
  expect((await post(gzipSync(JSON.stringify(fine)), json)).body).toBe('{}');
  expect(pushed.reading().samples).toMatchObject([{ name: 'x', value: 0 }]);
});

it.each([
  ['gzip', Buffer.from('x'), 400, 'The body is not compressed with gzip'],
  ['gzip', gzipSync(Buffer.alloc(300_000)), 413, 'The unpacked body has more than 256 KiB'],
  ['br', Buffer.from('x'), 415, 'The content encoding must be gzip, or none'],
  [
    'identity',
    Buffer.from('0a', 'hex'),
    400,
    'The metrics are not taken: it is no protobuf of OpenTelemetry',
  ],
])('refuses %s of %o', async (coding, payload, status, detail) => {
  const reply = await rig().post(payload, {
    'content-type': 'application/x-protobuf',
    'content-encoding': coding,
    'x-gander-token': TOKEN,
  });
  expect([reply.statusCode, reply.json<unknown>()]).toEqual([status, { detail }]);
});

it('answers an unknown name like a wrong token, before it reads the body', async () => {
  const { send, pushed } = rig();
  const absent = [404, { detail: 'There is no source of this name with this token' }];
  expect(await send(body, 'wrong')).toEqual(absent);
  expect(await send(body, null)).toEqual(absent);
  expect(await send(body, '-', 'other')).toEqual(absent);
  expect(await send('x'.repeat(300_000), 'wrong')).toEqual(absent);
  expect(pushed.reading().samples).toEqual([]);
});

it('refuses what is no OTLP, and more than 256 KiB', async () => {
  const { send } = rig();
  expect(await send('{')).toEqual([400, { detail: 'Invalid JSON body' }]);
  expect(await send({})).toEqual([400, { detail: 'The metrics are not taken: expected resourceMetrics' }]);
  expect((await send('x'.repeat(300_000)))[0]).toBe(413);
});
