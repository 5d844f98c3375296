import { expect, it } from 'vitest';
import { createFakeAgent, sampleAll } from '../../../test/support/fake-agent.ts';
import { createJsonCache } from '../json-cache/json-cache.ts';
import { parseReply } from '../../net/xml-rpc/codec.ts';
import { createTexts } from './texts.ts';

/** The last character of a part, of two halves. */
const LONG = `${'&'.repeat(65_536 - 2)}😀<`.repeat(4);

it('makes long texts part by part, and whole characters of them', async () => {
  const agent = createFakeAgent();
  sampleAll(agent);
  agent.sample('uptime', LONG);
  const { plugins } = agent;
  const texts = createTexts({
    plugins,
    jsonCache: createJsonCache({ ...agent, run: 'x' }),
  });
  const uptime = plugins.find(({ name }) => name === 'uptime');
  if (uptime === undefined) throw new Error('no uptime');
  const reply = await texts.of(uptime, 'stats');
  expect(await parseReply(reply.bytes)).toBe(JSON.stringify(LONG));
  expect(await texts.of(uptime, 'stats')).toBe(reply);
  const all = await texts.all('stats');
  expect(JSON.parse(String(await parseReply(all.bytes)))).toMatchObject({
    uptime: LONG,
    psutilversion: '4.0.0',
  });
  expect(await texts.all('stats')).toBe(all);
});
