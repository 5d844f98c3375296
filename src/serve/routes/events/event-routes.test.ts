import { describe, expect, it } from 'vitest';
import { createFakeAgent } from '../../../../test/support/fake-agent.ts';
import { createFakeApi } from '../../../../test/support/fake-api.ts';

describe('clearing events', () => {
  it.each(['all', 'warning'] as const)('of %s answers {}', async (which) => {
    const cleared: string[] = [];
    const agent = {
      ...createFakeAgent(),
      events: { clear: (which: string) => void cleared.push(which), lasting: () => [], recent: () => [] },
    };
    const { api } = createFakeApi(agent);
    const reply = await api.inject({
      method: 'POST',
      url: `/api/4/events/clear/${which}`,
      headers: { 'content-type': 'application/json' },
    });
    expect([reply.statusCode, reply.json(), cleared]).toEqual([200, {}, [which]]);
  });

  it('does nothing while the alert plugin is off', async () => {
    const { send } = createFakeApi();
    const { statusCode, body } = await send('POST', '/api/4/events/clear/all');
    expect([statusCode, body]).toEqual([200, '{}']);
  });

  it('is no plugin to be read', async () => {
    const { send } = createFakeApi();
    const { statusCode, json } = await send('GET', '/api/4/events/clear/all');
    expect([statusCode, json().detail]).toEqual([400, expect.stringContaining('events')]);
  });

  it.each([
    ['PUT', 'warning', 'GET, POST'],
    ['POST', 'critical', 'GET'],
  ])('%s of %s answers 405', async (method, which, allow) => {
    const { send } = createFakeApi();
    const { statusCode, headers } = await send(method, `/api/4/events/clear/${which}`);
    expect([statusCode, headers['allow']]).toEqual([405, allow]);
  });
});
