import { expect, it } from 'vitest';
import { exporterNamed, openingOf } from '../../../../test/support/exporter-opening.ts';
import { httpSink } from '../../../../test/support/http-sink.ts';
import type { Cycle } from '../exporter.ts';

const exporter = exporterNamed('clickhouse');
const cycleAt = (time: number): Cycle => ({
  time,
  host: 'testhost',
  interval: 15,
  points: () => [{ plugin: 'load', key: null, item: null, fields: [['min1', 1]] }],
  families: () => [],
});

/** Sends the cycles of these moments; the tokens of the insertions, and how the table was made. */
async function sent(isKnown: boolean, ...times: number[]) {
  const sink = await httpSink((index) => {
    const { body = '' } = sink.requests[index] ?? {};
    if (body.includes('system.settings')) return { status: 200, body: isKnown ? '1\n' : '0\n' };
    return { status: 200, body: body.includes('system.columns') ? '{"data":[["time"],["min1"]]}' : '' };
  });
  const opening = openingOf(exporter, { host: '127.0.0.1', port: sink.port });
  const session = exporter.open(opening);
  for (const time of times)
    for (const { bytes } of exporter.encoder(opening)(cycleAt(time)))
      expect(await session.send(bytes, { signal: AbortSignal.timeout(5000), now: 0 })).toMatchObject({
        kind: 'sent',
      });
  await session.close?.();
  const insertions = sink.requests.map(({ path }) => new URL(path, sink.url).searchParams);
  return {
    tokens: insertions
      .filter((query) => query.get('query')?.startsWith('INSERT'))
      .map((query) => query.get('insert_deduplication_token')),
    made: sink.requests.find(({ body }) => body.startsWith('CREATE TABLE'))?.body,
  };
}

it('a table remembers the tokens of insertions where the server knows them', async () => {
  const { tokens, made } = await sent(true, 1000);
  expect(tokens).toEqual([expect.stringMatching(/^[\da-f]{64}$/)]);
  expect(made).toMatch(/ORDER BY `time` SETTINGS non_replicated_deduplication_window = \d+$/);
});

it('servers that do not know tokens get none', async () => {
  const { tokens, made } = await sent(false, 1000);
  expect(tokens).toEqual([null]);
  expect(made).toMatch(/ORDER BY `time` $/);
});
