import { describe, expect, it } from 'vitest';
import { ProgramUse } from '../archive/top/program-use.ts';
import { archiveOf } from '../../../test/support/agent-archive.ts';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { createFakeApi, type FakeApi } from '../../../test/support/fake-api.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';

const START = 1_795_222_440_000;
const NOW = START + 90_000;

async function sampled(): Promise<FakeApi> {
  const agent = createFakeAgent();
  const clock = createFakeClock(NOW);
  const programs = new ProgramUse({
    ownerOf: () => ({ unit: 'shop.service', container: null }),
    containerName: (container) => container,
    swapReader: () => null,
    isAlerted: () => false,
  });
  const archive = await archiveOf(agent, clock, { programs });
  const event = { begin: START / 1000, end: -1, state: 'WARNING', type: 'CPU_TOTAL' };
  const fake = createFakeApi(agent, {
    archive,
    now: () => NOW,
    pastEvents: async () => ({
      events: [{ id: 1, plugin: 'cpu', field: 'total', identity: null, stat: 'cpu_total', event } as never],
      marks: [{ kind: 'start', time: START, detail: null }],
    }),
  });
  const cpu = agent.store.history('cpu');
  const fs = agent.store.history('fs');
  for (let time = START; time <= NOW; time += 2000) {
    cpu.begin(time);
    cpu.record('total', time < START + 60_000 ? 10 : 50);
    fs.begin(time);
    fs.record('percent', 5, '__proto__');
  }
  const memory = { rss: 4096, vms: 8192 };
  const program = { pid: 7, name: 'node', memory_info: memory, io_counters: [], time_since_update: 2 };
  const scan = { entries: [{ ...program, cpu_percent: 20 }], majorFaults: new Map() };
  for (const time of [START, START + 60_000]) programs.add(scan, time);
  await archive.flush();
  return fake;
}

const ask = async (fake: FakeApi, path: string): Promise<unknown> =>
  JSON.parse((await fake.get(`/api/history/${path}`)).body);

describe('a moment of the past', () => {
  it('has the values of its minute, items by their names', async () => {
    const fake = await sampled();
    const { time, step, objects, lists } = (await ask(fake, `moment?at=${START + 20_000}`)) as never;
    expect([time, step]).toEqual([START, 60_000]);
    expect(objects).toMatchObject({ cpu: { total: 10, user: null } });
    expect(JSON.stringify(lists)).toContain('"key":"mnt_point","items":{"__proto__":{');
    expect(await ask(fake, `moment?at=${START + 80_000}`)).toMatchObject({ objects: { cpu: { total: 50 } } });
    expect(await ask(fake, 'moment?at=-1d')).toMatchObject({ objects: {}, lists: {} });
  });

  it('has the programs that used the machine', async () => {
    const fake = await sampled();
    expect(await ask(fake, `top?at=${START + 30_000}`)).toEqual({
      time: START + 60_000,
      seconds: 60,
      cpu: [{ name: 'node', value: 20, unit: 'shop.service', container: null }],
      memory: [{ name: 'node', value: 4096, unit: 'shop.service', container: null }],
      io: [],
      faults: [],
      swap: [],
    });
    expect(await ask(fake, 'top?at=-1d')).toBeNull();
    expect(await ask(fake, 'top?at=then')).toMatchObject({ detail: expect.stringContaining('at: expected') });
  });

  it('comes with events and marks in a range', async () => {
    expect(await ask(await sampled(), 'range?series=cpu/total&events=1')).toMatchObject({
      events: [{ id: 1, type: 'CPU_TOTAL', plugin: 'cpu' }],
      marks: [{ kind: 'start', time: START, detail: null }],
    });
  });
});

describe('the export', () => {
  it.each([
    ['csv', 'text/csv', 'time,cpu/total\n2026-11-21T00:54:00.000Z,10\n2026-11-21T00:55:00.000Z,50\n'],
    ['jsonl', 'application/jsonl', '{"time":"2026-11-21T00:54:00.000Z","cpu/total":10}\n'],
    ['openmetrics', 'application/openmetrics-text', '# TYPE gander_cpu_total gauge\n'],
  ])('is a file of the form %s', async (format, type, begin) => {
    const fake = await sampled();
    const { body, headers } = await fake.get(
      `/api/history/export?from=${START}&match=cpu/*&format=${format}`,
    );
    expect(headers['content-type']).toContain(type);
    expect(headers['content-disposition']).toBe(`attachment; filename="gander-history.${format}"`);
    expect(body.slice(0, begin.length)).toBe(begin);
  });

  it('has bounds', async () => {
    const fake = await sampled();
    expect(await ask(fake, 'export?format=xls')).toEqual({
      detail: 'format must be one of csv, jsonl, openmetrics, not "xls"',
    });
    expect((await fake.get('/api/history/export?match=nosuch&from=0&to=7000000000000&step=1s')).body).toBe(
      'time\n',
    );
    // Earlier samples: the range has values at both ends.
    fake.agent.store.history('fs').begin(NOW + 120 * 86_400_000);
    fake.agent.store.history('fs').record('percent', 5, '__proto__');
    expect(await ask(fake, 'export?from=0&to=7000000000000&step=1s')).toMatchObject({
      detail: expect.stringContaining('10000000 are the most'),
    });
  });
});
