import { allRead } from '../../core/failure-rule.ts';
import { describe, expect, it } from 'vitest';
import { DEFAULTS, verdict } from '../../../test/support/event-rig.ts';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createEvents } from './engine.ts';
import { PROMPT } from '../../measure/levels/alert-delays.ts';
import { fsFull } from '../failure-rules/fs-full.ts';

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

it('/api/events has what kinds have found, and thresholds in the same form', async () => {
  const agent = createFakeAgent();
  const events = createEvents({
    records: new Map(),
    clock: createFakeClock(),
    options: DEFAULTS,
    processes: null,
    publish: () => {},
    delaysOf: () => PROMPT,
    onChange: async () => {},
    onAlert: async () => {},
    onOver: () => {},
  });
  events.take('cpu', [verdict('cpu', { level: 'WARNING' })], 0);
  const details = { cause: 'space' };
  events.takeFindings(fsFull, allRead([{ subject: '/x', sentence: '/x is full.', details }]), true, 0);
  const { get } = createFakeApi({ ...agent, events });
  expect((await get('/api/events')).json().events).toMatchObject([
    {
      type: 'FS_FULL_/X',
      kind: 'FS_FULL',
      subject: '/x',
      sentence: '/x is full.',
      details,
      end: -1,
      min: 1,
      max: 1,
    },
    { type: 'CPU_TOTAL', kind: null, subject: null, sentence: null, details: {} },
  ]);
});
