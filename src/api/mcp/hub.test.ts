import type { Json } from '../../core/served.ts';
import { expect, it, onTestFinished } from 'vitest';
import { archiveOf } from '../../../test/support/agent-archive.ts';
import { serverAt } from '../../../test/support/fake-servers.ts';
import { fleetApi } from '../../../test/support/fleet-api.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { createPlainApi } from '../../../test/support/plain-api.ts';
import { playHost } from '../../../test/support/recorded-agent.ts';
import { listen } from '../../http/server/listen.ts';
import { askTool } from '../../../test/support/assistant.ts';
import { type Asker, AskError } from './asker.ts';

const server = (name: string, level: string, alias: string | null = null) => ({
  id: `${name}:61208`,
  name,
  alias,
  status: 'ONLINE',
  reason: null,
  tags: ['db'],
  verdict: { level, alerts: 1, sentence: `${name} is ${level}` },
});

/** A hub with two servers, one of which has no history. */
const hub: Asker = {
  page: 'http://hub/',
  seesArguments: true,
  async get(path) {
    if (path.startsWith('/api/servers?'))
      return { matching: 2, servers: [server('web1', 'OK'), server('db1', 'CRITICAL', 'base')] };
    if (path === '/servers/db1%3A61208/api/verdict')
      return { state: 'alerts', level: 'CRITICAL', sentence: 'Full', alerts: [] };
    if (path.startsWith('/servers/db1%3A61208/api/history/range?'))
      return {
        from: 0,
        step: 1000,
        series: { 'cpu/total': { unit: 'percent', avg: [10, null, 30], max: [10, null, 90] } },
      };
    throw new AskError('web1 does not answer', path.includes('forecasts') ? 404 : 504);
  },
};

it('lists the servers of a hub, the worst first', async () => {
  const { hosts, total } = await askTool(hub, 'hosts', { fields: ['host', 'level'] });
  expect([hosts, total]).toEqual([
    [
      { host: 'db1:61208', level: 'CRITICAL' },
      { host: 'web1:61208', level: 'OK' },
    ],
    2,
  ]);
});

it.each(['db1:61208', 'db1', 'base'])('asks the server %s through the hub', async (host) => {
  const { sentence, link } = await askTool(hub, 'health', { host });
  expect([sentence, link]).toEqual(['Full', 'http://hub/servers/db1%3A61208/']);
});

it('names the tool that lists servers, and the reason of one that does not answer', async () => {
  await expect(askTool(hub, 'health', { host: 'web9' })).rejects.toThrow(
    'No server is named web9: the tool hosts lists them.',
  );
  await expect(askTool(hub, 'health', { host: 'web1' })).rejects.toThrow('web1 does not answer.');
});

it('compares servers, also with one that does not answer', async () => {
  const { hosts } = await askTool(hub, 'compare_hosts', { series: 'cpu/total' });
  expect(hosts).toEqual([
    { host: 'db1:61208', mean: 20, highest: 90, latest: 30, unit: 'percent', problem: null },
    {
      host: 'web1:61208',
      mean: null,
      highest: null,
      latest: null,
      unit: null,
      problem: 'web1 does not answer',
    },
  ]);
});

it('compares servers through a real hub', async () => {
  const { agent, host } = await playHost('small-vm');
  const archive = await archiveOf(agent, host.clock);
  const own = createPlainApi(agent, { archive, now: () => host.clock.now() });
  onTestFinished(() => own.close());
  const port = await listen({ api: own, host: '127.0.0.1', port: 0 });
  const real = await fleetApi([serverAt(port), serverAt(await freePort())]);
  await real.until(`127.0.0.1:${port}`, 'ONLINE');
  const through: Asker = {
    page: 'http://hub/',
    seesArguments: false,
    async get(path) {
      const [status, body] = await real.json(path);
      if (status !== 200) throw new AskError(String(body['detail']), status);
      return body as Json;
    },
  };
  const given = { series: 'cpu/total', from: host.clock.now() - 60_000, to: host.clock.now() };
  const { hosts } = await askTool(through, 'compare_hosts', given);
  expect(hosts).toEqual([
    expect.objectContaining({ host: `127.0.0.1:${port}`, mean: expect.any(Number), unit: 'percent' }),
    expect.objectContaining({ mean: null, problem: expect.stringMatching(/refused|not been asked/) }),
  ]);
});
