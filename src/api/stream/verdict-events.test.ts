import { expect, it } from 'vitest';
import { createFakeAgent, sampleAll } from '../../../test/support/fake-agent.ts';
import { boardOf } from '../../../test/support/alert-board.ts';
import { createVerdictEvents } from './verdict-events.ts';

it('is sent again when an alert begins or ends, not when a value moves', () => {
  const agent = createFakeAgent();
  sampleAll(agent);
  let now = 0;
  const events = createVerdictEvents(boardOf(agent), () => now);
  const first = events.latest();
  expect(Buffer.from(first).toString()).toMatch(/^event: verdict\ndata: \{.*"type":"CPU_TOTAL"/);
  agent.sample('cpu', { total: 81, user: 10, ctx_switches: 1000 });
  now += 1000;
  expect(events.latest()).toBe(first);
  agent.sample('cpu', { total: 10, user: 10, ctx_switches: 1000 });
  now += 500;
  expect(events.latest()).toBe(first);
  now += 500;
  expect(Buffer.from(events.latest()).toString()).not.toContain('CPU_TOTAL');
});
