import { expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { featuresWith } from '../../../test/support/features.ts';
import { fakeAuthenticator } from '../../../test/support/guarded-api.ts';
import { give } from '../../core/parts/service.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';
import { Pushed, PushedNumbers, pushedNumbers } from '../../measure/own/pushed.ts';

const TOKEN = 'a-token-of-24-characters';

function rig() {
  const sources = pushedNumbers.create({} as never);
  const pushed = new Pushed(() => 0);
  sources.open('shop', TOKEN, pushed);
  const { api } = createFakeApi(undefined, {
    features: featuresWith(give(PushedNumbers, sources)),
    protection: { ...UNPROTECTED, authenticator: fakeAuthenticator() },
  });
  const send = async (body: unknown, token: string | null = TOKEN, name = 'shop') => {
    const reply = await api.inject({
      method: 'POST',
      url: `/api/otlp/${name}/v1/metrics`,
      headers: { 'content-type': 'application/json', ...(token !== null && { 'x-gander-token': token }) },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return [reply.statusCode, reply.json<unknown>()];
  };
  return { send, pushed };
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
