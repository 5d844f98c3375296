import { describe, expect, it, vi } from 'vitest';
import { type EventStream, openStream, type ServerEvent } from '../../../test/support/event-stream.ts';
import { createFakeAgent, type FakeAgent, PLUGINS } from '../../../test/support/fake-agent.ts';
import { basic, fakeAuthenticator } from '../../../test/support/guarded-api.ts';
import { serve } from '../../../test/support/stream-api.ts';
import { definePlugin } from '../../core/plugin.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';
import { gauge, list, text } from '../../core/fields.ts';

const processlist = definePlugin({
  name: 'processlist',
  shape: 'list',
  key: 'pid',
  description: 'Processes.',
  fields: {
    pid: gauge('number', 'Number.', { history: false }),
    name: text('Name.'),
    cmdline: list('list', 'Program and arguments.', text('One.'), { sparse: true, holdsArguments: true }),
    cpu_percent: gauge('percent', 'Use.', { history: false, level: { header: '', limits: [50, 70, 90] } }),
  },
  create: () => ({ read: () => [] }),
});

const row = (pid: number, name: string, cpu = 0) => ({ key: 'pid', pid, name, cpu_percent: cpu });
const INIT = row(10, 'init');
const SHELL = row(20, 'sh');

const withProcesses = (): FakeAgent => {
  const agent = createFakeAgent({
    plugins: [...PLUGINS, processlist].sort((a, b) => (a.name < b.name ? -1 : 1)),
  });
  agent.store.commit('processlist', [INIT, SHELL], 1000);
  return agent;
};
const dataOf = ({ data }: ServerEvent): unknown => JSON.parse(data);
const changeIdOf = (event: ServerEvent): string => (dataOf(event) as { position: string }).position;

it.each([
  ['viewer', false],
  ['operator', true],
] as const)('a %s sees arguments of processes: %s', async (role, seesArguments) => {
  const users = [{ user: 'eve', role, hash: 'eve', edition: '', servers: null }];
  const protection = { ...UNPROTECTED, authenticator: fakeAuthenticator({ users }) };
  const { port, agent } = await serve({ protection }, withProcesses());
  agent.store.commit('processlist', [{ ...INIT, cmdline: ['init', '--token=hunter2'] }], 2000);
  for (const [query, event] of [
    ['?plugins=processlist', 'processlist'],
    ['?plugins=cpu&processes=', 'processes'],
  ] as const) {
    const stream = await openStream(port, query, { authorization: basic('eve', 'eve') });
    await stream.until(event);
    agent.store.commit('processlist', [{ ...INIT, cmdline: ['init', '--token=hunter2', 'two'] }], 3000);
    await stream.until(event, 2);
    expect(stream.text().includes('hunter2')).toBe(seesArguments);
  }
});

describe('the process list of a stream', () => {
  it('comes whole, and then as what is new, other and gone, without levels', async () => {
    const { port, agent } = await serve({}, withProcesses());
    const stream = await openStream(port, '?plugins=cpu&processes=&levels=true');
    const first = await stream.until('processes');
    expect(first.id).toMatch(/^[\da-f]{8}\.\d+\.1000$/);
    expect(dataOf(first)).toEqual({
      position: expect.stringMatching(/^[\da-f]{8}\.1$/),
      whole: true,
      gone: [],
      rows: [INIT, SHELL],
    });
    agent.store.commit('processlist', [INIT, row(30, 'new', 95)], 2000);
    expect(dataOf(await stream.until('processes', 2))).toMatchObject({
      whole: false,
      gone: [20],
      rows: [{ pid: 30, name: 'new' }],
    });
    agent.store.commit('processlist', [row(10, 'init', 3), row(30, 'new', 95)], 3000);
    expect(dataOf(await stream.until('processes', 3))).toMatchObject({
      gone: [],
      rows: [{ pid: 10, cpu_percent: 3 }, { pid: 30 }],
    });
    expect(stream.named('processlist')).toEqual([]);
    expect(stream.named('processlist/levels')).toEqual([]);
    expect(agent.held).toEqual(['cpu', 'processlist']);
  });

  it('goes on where the client left off, and is whole for any other position', async () => {
    const { port, agent } = await serve({}, withProcesses());
    const first = await openStream(port, '?plugins=cpu&processes=');
    const position = changeIdOf(await first.until('processes'));
    first.cut();
    agent.store.commit('processlist', [INIT], 2000);
    const again = await openStream(port, `?plugins=cpu&processes=${position}`);
    expect(dataOf(await again.until('processes'))).toMatchObject({ whole: false, gone: [20], rows: [] });
    for (const other of ['other.1', `${position}9`, 'nonsense']) {
      const stream = await openStream(port, `?processes=${other}`);
      expect(dataOf(await stream.until('processes'))).toMatchObject({ whole: true, rows: [{ pid: 10 }] });
      // Follows all plugins, each once.
      expect(stream.named('processlist')).toEqual([]);
    }
  });

  it('is made once for all who have the same', async () => {
    const { port, agent } = await serve({}, withProcesses());
    const streams = await Promise.all([1, 2, 3].map(() => openStream(port, '?plugins=cpu&processes=')));
    const all = (count: number): Promise<ServerEvent[]> =>
      Promise.all(streams.map((stream: EventStream) => stream.until('processes', count)));
    await all(1);
    let made = 0;
    const counted = { ...SHELL, cpu_percent: { toJSON: () => (made += 1) } };
    agent.store.commit('processlist', [INIT, counted as never], 2000);
    const datas = (await all(2)).map(({ data }) => data);
    expect(new Set(datas).size).toBe(1);
    expect(made).toBe(1);
  });

  it('leaves out for a slow client what lies between, and is right in the end', async () => {
    const { port, agent } = await serve({}, withProcesses());
    const stream = await openStream(port, '?plugins=cpu&processes=');
    await stream.until('processes');
    stream.response.pause();
    const fill = 'x'.repeat(4096);
    const rounds = 400;
    for (let round = 1; round <= rounds; round += 1) {
      const rows = Array.from({ length: 100 }, (_, at) => row(1000 + round * 100 + at, fill));
      agent.store.commit('processlist', [INIT, ...rows], 1000 + round);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    agent.store.commit('processlist', [INIT, row(7, 'last')], 9000);
    stream.response.resume();
    await vi.waitFor(() => expect(stream.named('processes').at(-1)?.data).toContain('"last"'));
    expect(stream.named('processes').length).toBeLessThan(rounds / 4);
    const known = new Set<number>();
    for (const event of stream.named('processes')) {
      const { whole, gone, rows } = dataOf(event) as {
        whole: boolean;
        gone: number[];
        rows: { pid: number }[];
      };
      if (whole) known.clear();
      for (const pid of gone) known.delete(pid);
      for (const { pid } of rows) known.add(pid);
    }
    expect([...known]).toEqual([10, 7]);
  });

  it('is refused where the plugin is off', async () => {
    const { get } = await serve();
    const reply = await get('/api/stream?processes=');
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { detail: expect.stringContaining('Unknown plugin processlist') },
    ]);
  });
});
