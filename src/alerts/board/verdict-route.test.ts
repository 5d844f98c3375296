import { expect, it } from 'vitest';
import type { MachineVerdict } from '../../core/alert.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { give } from '../../core/parts/service.ts';
import { featuresWith } from '../../../test/support/features.ts';
import { createSilences, Silences } from '../silences/silences.ts';

it('names each alert with level, begin, value and address, and is the same until something is sampled', async () => {
  const { get, agent } = createFakeApi();
  const begin = agent.store.latest('cpu').time;
  agent.sample('cpu', { total: 90, user: 80, ctx_switches: 1000 });
  const reply = await get('/api/verdict');
  const verdict = reply.json<MachineVerdict>();
  expect(verdict).toMatchObject({
    state: 'alerts',
    level: 'CRITICAL',
    counts: { critical: 2, warning: 0, careful: 1, silenced: 0 },
    notifies: false,
  });
  expect(verdict.alerts).toMatchObject([
    { type: 'FS_/MNT/DATA', level: 'CRITICAL', sentence: expect.stringContaining('/mnt/data') as string },
    {
      type: 'CPU_TOTAL',
      level: 'CRITICAL',
      since: begin,
      value: 90,
      threshold: 85,
      sentence: 'CPU at 90.0 %',
      chart: 'cpu/total',
      link: `#chart=cpu/total&at=${Math.round(begin ?? 0)}`,
      also: ['CPU_USER'],
    },
  ]);
  const tag = { 'if-none-match': String(reply.headers.etag) };
  expect((await get('/api/verdict', tag)).statusCode).toBe(304);
  agent.sample('fs', []);
  expect((await get('/api/verdict', tag)).json<MachineVerdict>().counts.critical).toBe(1);
});

it('marks what is silenced', async () => {
  const silences = createSilences({ clock: createFakeClock(Date.now()), save: () => Promise.resolve() });
  const { get } = createFakeApi(undefined, { features: featuresWith(give(Silences, silences)) });
  await silences.set({ type: 'CPU_TOTAL', note: '', until: null });
  const { alerts, counts } = (await get('/api/verdict')).json<MachineVerdict>();
  expect(alerts.filter(({ silenced }) => silenced).map(({ type }) => type)).toEqual(['CPU_TOTAL']);
  expect(counts.silenced).toBe(1);
});

it('says that there is no data where nothing can be judged, and that all is within limits where it can', async () => {
  const agent = createFakeAgent();
  const { get } = createFakeApi(agent);
  agent.sample('cpu', { total: null, user: null, ctx_switches: null });
  agent.sample('fs', []);
  expect((await get('/api/verdict')).json<MachineVerdict>()).toMatchObject({
    state: 'no-data',
    level: null,
    sentence: 'No data',
  });
  agent.sample('cpu', { total: 1, user: 1, ctx_switches: 1 });
  expect((await get('/api/verdict')).json<MachineVerdict>()).toMatchObject({
    state: 'ok',
    level: 'OK',
    sentence: 'All within limits',
  });
});
