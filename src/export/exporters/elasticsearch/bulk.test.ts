import { expect, it } from 'vitest';
import { exporterNamed, openingOf } from '../../../../test/support/exporter-opening.ts';
import { httpSink } from '../../../../test/support/http-sink.ts';
import { documentsIn } from './bulk.ts';

const documentOf = (plugin: string): string =>
  `{"index":{"_id":"${plugin}"}}\n${JSON.stringify({ plugin, hostname: 'a', timestamp: 'b', one: '1', two: '2' })}\n`;
const BATCH = Buffer.from(['cpu', 'fs', 'mem'].map(documentOf).join(''));

/** Answers one after the other, each with the statuses of the documents. */
async function opened(...answers: number[][]) {
  const sink = await httpSink((index) => {
    const items = answers[index]?.map((status) => ({
      index: status < 300 ? { status } : { status, error: { reason: `reason ${status}` } },
    }));
    return { status: 200, body: JSON.stringify({ errors: true, items }) };
  });
  const exporter = exporterNamed('elasticsearch');
  const session = exporter.open(openingOf(exporter, { host: '127.0.0.1', port: sink.port }));
  const send = (bytes: Uint8Array) => session.send(bytes, { signal: AbortSignal.timeout(5000), now: 0 });
  const sent = () =>
    sink.requests.map(({ bytes }) => documentsIn(bytes).map((text) => /"_id":"(\w+)"/.exec(text)?.[1]));
  return { send, sent, close: () => session.close?.() };
}

it('documents that the target may take later are sent again alone, and what it never takes is counted once', async () => {
  const { send, sent, close } = await opened([429, 201, 400], [503], [201], [201, 201, 201]);
  expect(await send(BATCH)).toEqual({ kind: 'again', answer: 'reason 429' });
  expect(await send(BATCH)).toEqual({ kind: 'again', answer: 'reason 503' });
  expect(await send(BATCH)).toEqual({ kind: 'sent', answer: 'reason 400', refused: 2 });
  // The next batch is sent as a whole.
  expect(await send(BATCH)).toMatchObject({ kind: 'sent' });
  expect(sent()).toEqual([['cpu', 'fs', 'mem'], ['cpu'], ['cpu'], ['cpu', 'fs', 'mem']]);
  await close();
});

it('another batch in between is sent as a whole', async () => {
  const { send, sent, close } = await opened([201, 429, 201], [201]);
  await send(BATCH);
  await send(Buffer.from(documentOf('load')));
  expect(sent()[1]).toEqual(['load']);
  await close();
});
