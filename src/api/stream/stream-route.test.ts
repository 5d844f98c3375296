import { describe, expect, it, vi } from 'vitest';
import { openStream } from '../../../test/support/event-stream.ts';
import { serve, cpu } from '../../../test/support/stream-api.ts';

describe('a stream', () => {
  it('greets, shows the latest snapshots and then each new one', async () => {
    const { port, agent } = await serve();
    const stream = await openStream(port, '?plugins=cpu,uptime');
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    await stream.until('uptime');
    const [hello, ...first] = stream.events();
    expect(hello).toEqual({ event: 'hello', id: undefined, data: expect.any(String) });
    expect(JSON.parse(hello?.data ?? '')).toEqual({
      run: expect.stringMatching(/^[\da-f]{8}$/),
      version: '4.0.0',
      refresh: 2,
      heartbeat: 15,
      plugins: ['cpu', 'uptime'],
    });
    expect(first.map(({ event }) => event).sort()).toEqual(['cpu', 'uptime']);
    agent.sample('cpu', cpu(20));
    agent.sample('fs', []);
    const next = await stream.until('cpu', 2);
    expect(JSON.parse(next.data)).toMatchObject({ total: 20 });
    expect(stream.named('fs')).toEqual([]);
  });

  it('begins with two kilobytes for proxies that wait for them', async () => {
    const { port } = await serve();
    const stream = await openStream(port, '?plugins=cpu');
    await stream.until('cpu');
    expect(stream.text()).toMatch(/^: {2046}\n\nretry: 2000\nevent: hello\n/);
  });

  it('sends the bytes of the API, with the run and time of the sample', async () => {
    const { port, get, agent } = await serve();
    const stream = await openStream(port);
    for (const { name } of agent.plugins) {
      const { data, id } = await stream.until(name);
      const reply = await get(`/api/4/${name}`);
      expect(data, name).toBe(reply.body);
      const { run } = JSON.parse(stream.named('hello')[0]?.data ?? '') as { run: string };
      expect(id).toMatch(new RegExp(String.raw`^${run}\.\d+\.\d+$`));
      expect(Number(id?.split('.')[2])).toBe(Math.round(agent.store.latest(name).time ?? 0));
    }
  });

  it('renders a snapshot once, whoever listens', async () => {
    const { port, agent } = await serve();
    const streams = await Promise.all([1, 2, 3].map(() => openStream(port, '?plugins=fs')));
    await Promise.all(streams.map((stream) => stream.until('fs')));
    let renderings = 0;
    const item = {
      mnt_point: '/',
      percent: 1,
      key: 'mnt_point',
      toJSON: () => ((renderings += 1), { once: true }),
    };
    agent.store.commit('fs', [item as never], 1);
    for (const stream of streams) expect((await stream.until('fs', 2)).data).toBe('[{"once":true}]');
    expect(renderings).toBe(1);
  });

  it('shows a plugin that has nothing any more as empty', async () => {
    const { port, agent } = await serve();
    const stream = await openStream(port, '?plugins=fs');
    await stream.until('fs');
    agent.sample('fs', []);
    expect((await stream.until('fs', 2)).data).toBe('[]');
  });

  it('goes on when a snapshot cannot be rendered', async () => {
    const { port, agent, faults } = await serve();
    const stream = await openStream(port, '?plugins=cpu,fs');
    await stream.until('fs');
    const broken = {
      toJSON: (): never => {
        throw new Error('not JSON');
      },
    };
    agent.store.commit('cpu', broken as never, 1);
    agent.sample('fs', []);
    await stream.until('fs', 2);
    agent.sample('cpu', cpu(1));
    await stream.until('cpu', 2);
    expect(faults).toEqual([new Error('not JSON')]);
  });
});

describe('plugins', () => {
  it('may be named in any way, and are all unless named', async () => {
    const { port, agent } = await serve();
    const followed = async (query: string): Promise<unknown> => {
      const { data } = await (await openStream(port, query)).until('hello');
      return (JSON.parse(data) as { plugins: unknown }).plugins;
    };
    expect(await followed('')).toEqual(agent.plugins.map(({ name }) => name));
    expect(await followed('?plugins=')).toEqual(agent.plugins.map(({ name }) => name));
    expect(await followed('?plugins=fs,%20cpu,fs')).toEqual(['fs', 'cpu']);
    expect(await followed('?plugins=fs&plugins=cpu')).toEqual(['fs', 'cpu']);
  });

  it.each([
    ['?plugins=cpu,cpus', 'Unknown plugin cpus (available plugins: alert, cpu, '],
    ['?plugins=wifi', 'Unknown plugin wifi (available plugins: alert, cpu, '],
    ['?plugins=__proto__', 'Unknown plugin __proto__ '],
    ['?views=1', 'views must be true or false, not "1"'],
  ])('%s is refused', async (query, detail) => {
    const { get } = await serve();
    const reply = await get(`/api/stream${query}`);
    expect([reply.statusCode, reply.json()]).toEqual([400, { detail: expect.stringContaining(detail) }]);
  });

  it('are kept awake as long as someone listens', async () => {
    const { port, agent } = await serve();
    const streams = [await openStream(port, '?plugins=cpu,fs'), await openStream(port, '?plugins=cpu')];
    await Promise.all(streams.map((stream) => stream.until('cpu')));
    expect(agent.held.sort()).toEqual(['cpu', 'cpu', 'fs']);
    expect(agent.wanted).toEqual(['cpu', 'fs', 'cpu']);
    streams[0]?.cut();
    await vi.waitFor(() => expect(agent.held).toEqual(['cpu']));
    streams[1]?.cut();
    await vi.waitFor(() => expect(agent.held).toEqual([]));
  });
});

describe('connecting again', () => {
  it('sends what is newer than the last event', async () => {
    const { port, agent } = await serve();
    const first = await openStream(port, '?plugins=cpu,fs,uptime');
    await first.until('uptime');
    agent.sample('fs', []);
    const { id = '' } = await first.until('fs', 2);
    first.cut();
    agent.sample('cpu', cpu(1));
    agent.sample('cpu', cpu(2));
    for (const [query, headers] of [
      ['?plugins=cpu,fs,uptime', { 'last-event-id': id }],
      [`?plugins=cpu,fs,uptime&last_event_id=${id}`, {}],
      ['?plugins=cpu,fs,uptime&last_event_id=other.1.1', { 'last-event-id': id }],
    ] as const) {
      const again = await openStream(port, query, headers);
      await again.until('cpu');
      agent.sample('uptime', '2 days');
      await again.until('uptime');
      expect(again.events().map(({ event }) => event)).toEqual(['hello', 'cpu', 'uptime']);
      expect(again.named('cpu')[0]?.data).toContain('"total":2');
    }
  });

  it.each(['other-run.5.0', '', 'nonsense', '99999', '{run}.999999.0', '{run}.1e3', '{run}.-1'])(
    'sends everything after "%s"',
    async (given) => {
      const { port } = await serve();
      const { data } = await (await openStream(port, '?plugins=cpu')).until('hello');
      const { run } = JSON.parse(data) as { run: string };
      const headers = { 'last-event-id': given.replace('{run}', run) };
      const stream = await openStream(port, '?plugins=cpu,uptime', headers);
      await Promise.all([stream.until('cpu'), stream.until('uptime')]);
    },
  );
});

describe('levels', () => {
  it('come ahead of the sample with which they changed, without what is well', async () => {
    const { port, agent } = await serve();
    agent.sample('cpu', cpu(80));
    const stream = await openStream(port, '?plugins=cpu,uptime&levels=true');
    await stream.until('uptime');
    expect(JSON.parse(stream.named('cpu/levels')[0]?.data ?? '')).toEqual([
      {
        item: null,
        field: 'total',
        stat: 'CPU_TOTAL',
        level: 'WARNING',
        unit: 'percent',
        thresholds: { careful: 65, warning: 75, critical: 85 },
        series: { total: { careful: 65, warning: 75, critical: 85 } },
      },
    ]);
    agent.sample('cpu', cpu(81));
    await stream.until('cpu', 2);
    agent.sample('cpu', cpu(5));
    await stream.until('cpu', 3);
    expect(
      stream
        .events()
        .map(({ event }) => event)
        .slice(-4),
    ).toEqual(['cpu', 'cpu', 'cpu/levels', 'cpu']);
    expect(stream.named('cpu/levels')[1]?.data).toBe('[]');
    expect(stream.named('uptime/levels')).toEqual([]);
  });

  it('are those of thresholds that were changed meanwhile', async () => {
    const { port, agent } = await serve();
    agent.sample('cpu', cpu(80));
    const stream = await openStream(port, '?plugins=cpu&levels=true');
    await stream.until('cpu');
    agent.levels.replace(
      new Map([['cpu', { cpu_total_careful: 10, cpu_total_warning: 20, cpu_total_critical: 30 }]]),
    );
    agent.sample('cpu', cpu(80));
    await stream.until('cpu', 2);
    expect(JSON.parse(stream.named('cpu/levels')[1]?.data ?? '')).toMatchObject([
      { level: 'CRITICAL', thresholds: { critical: 30 } },
    ]);
  });
});

describe('views', () => {
  it('come with the first snapshot and when they change, ahead of the values', async () => {
    const { port, agent } = await serve();
    const stream = await openStream(port, '?plugins=cpu,fs,alert&views=true');
    await stream.until('cpu');
    await stream.until('fs');
    expect(JSON.parse(stream.named('cpu/views')[0]?.data ?? '')).toEqual({
      total: { decoration: 'WARNING_LOG' },
    });
    expect(JSON.parse(stream.named('fs/views')[0]?.data ?? '')).toEqual({
      '/': { percent: { decoration: 'CAREFUL' } },
      '/mnt/data': { percent: { decoration: 'CRITICAL' } },
    });
    expect(stream.named('alert/views')).toEqual([]);
    agent.sample('cpu', cpu(81));
    await stream.until('cpu', 2);
    expect(stream.named('cpu/views')).toHaveLength(1);
    agent.sample('cpu', cpu(5));
    await stream.until('cpu', 3);
    expect(stream.named('cpu/views').map(({ data, id }) => [data, id])).toEqual([
      ['{"total":{"decoration":"WARNING_LOG"}}', undefined],
      ['{}', undefined],
    ]);
    const order = stream.events().map(({ event }) => event);
    expect(order.slice(-2)).toEqual(['cpu/views', 'cpu']);
  });

  it('are not sent unless asked for', async () => {
    const { port } = await serve();
    const stream = await openStream(port, '?plugins=cpu&views=false');
    await stream.until('cpu');
    expect(stream.text()).not.toContain('/views');
  });
});
