import { expect, it } from 'vitest';
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
