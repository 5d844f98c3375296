import { expect, it } from 'vitest';
import { alertEvent } from '../../../test/support/alert-event.ts';
import { archiveOf } from '../../../test/support/agent-archive.ts';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import type { Explanation } from '../explanation.ts';

const START = 1_795_222_400_000;
const NOW = START + 3_600_000;

/** An hour in which the CPU is busy from the 50th minute on. */
async function rig() {
  const agent = createFakeAgent();
  const archive = await archiveOf(agent, createFakeClock(NOW));
  const begin = (START + 3_000_000) / 1000;
  const event = alertEvent('CPU', 99, { begin });
  const saved = { id: 7, plugin: 'cpu', field: 'total', identity: null, stat: 'cpu_total', event };
  const { get } = createFakeApi(agent, {
    archive,
    now: () => NOW,
    pastEvents: async () => ({ events: [saved], marks: [] }),
  });
  const cpu = agent.store.history('cpu');
  for (let time = START + 2000; time <= NOW; time += 2000) {
    cpu.begin(time);
    cpu.record('total', time > START + 3_000_000 ? 99 : 10 + ((time / 2000) % 5));
  }
  await archive.flush();
  return async (query: string): Promise<[number, Explanation & { detail?: string }]> => {
    const { statusCode, body } = await get(`/api/explain?${query}`);
    return [statusCode, JSON.parse(body) as Explanation];
  };
}

it('explains the last 15 minutes, a range, and the time of an alert', async () => {
  const ask = await rig();
  const [status, found] = await ask('');
  expect(status).toBe(200);
  expect(found).toMatchObject({
    window: { from: NOW - 900_000, to: NOW },
    verdict: { cause: 'cpu', span: { from: START + 3_000_000 } },
  });
  const [, quiet] = await ask(`from=${START + 1_800_000}&to=${START + 2_700_000}`);
  expect(quiet.verdict.cause).toBe('none');
  const [, alerted] = await ask('alert=7');
  expect(alerted).toMatchObject({
    window: { from: START + 3_000_000 - 180_000, to: NOW },
    verdict: { cause: 'cpu' },
    happened: [{ kind: 'event' }],
  });
});

it.each([
  ['from=10m&to=20m', 400, /from must be before to/],
  ['from=5s', 400, /ten seconds/],
  ['from=8d', 400, /seven days/],
  ['alert=x', 400, /alert/],
  ['alert=8', 404, /No alert of the last 31 days has the id 8/],
])('%s answers %d', async (query, expected, detail) => {
  const [status, body] = await (await rig())(query);
  expect([status, body.detail]).toEqual([expected, expect.stringMatching(detail)]);
});
