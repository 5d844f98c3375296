/** A machine without a battery for its clock starts in 1970: requests with their usual times are answered. */
import { describe, expect, it } from 'vitest';
import { archiveOf } from '../support/agent-archive.ts';
import { createFakeAgent } from '../support/fake-agent.ts';
import { createFakeApi } from '../support/fake-api.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const PATHS = [
  '/api/history/range?series=cpu/total',
  '/api/history/range?series=cpu/total&events=1&shift=7d',
  '/api/history/series',
  '/api/history/moment',
  '/api/history/top',
  '/api/history/events',
  '/api/history/export?match=cpu/total',
  '/api/explain',
  '/api/explain?from=-2h',
  '/api/forecasts',
  '/api/events',
  '/api/archive',
  '/api/4/all',
];

describe.each([20_000, 3_600_000])('at %i ms since 1970', async (time) => {
  const agent = createFakeAgent();
  const { get } = createFakeApi(agent, {
    now: () => time,
    archive: await archiveOf(agent, createFakeClock(time)),
    pastEvents: async () => ({ events: [], marks: [] }),
  });

  it.each(PATHS)('%s', async (path) => {
    const { statusCode, body } = await get(path);
    expect([400, 500, 503], `${path}: ${body.slice(0, 200)}`).not.toContain(statusCode);
  });
});

it('still refuses a date before 1970, and an age that leads there from a clock that is set', async () => {
  const { get } = createFakeApi(createFakeAgent(), { now: () => Date.UTC(2026, 0) });
  expect((await get('/api/history/moment?at=1960-01-01')).statusCode).toBe(400);
});
