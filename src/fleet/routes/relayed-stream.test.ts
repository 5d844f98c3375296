import { pipeline, PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { PLUGINS } from '../../../test/support/fake-agent.ts';
import { createStreamCheck } from './relayed-stream.ts';
import { createRelayedValues, eventCheck } from './relayed-values.ts';

const checkOf = eventCheck(createRelayedValues(PLUGINS));
const events = [
  ':   \n\nretry: 2000\nevent: hello\ndata: {"total":-1}\n\n',
  'event: cpu\nid: a.1\ndata: {"total":-1,"user":3}\n\n',
  'event: cpu/views\ndata: {"total":{"decoration":"OK"}}\n\n',
  'event: fs\nid: a.2\ndata: [{"mnt_point":"/ä","percent":101}]\n\n',
  'event: cpu\ndata: no JSON\n\n:\n\nevent: end\ndata: {',
].join('');
const shown = events
  .replace('{"total":-1,"user":3}', '{"total":null,"user":3}')
  .replace('"percent":101', '"percent":null');

it.each([1, 7, 64, 1000])(
  'impossible numbers in the events of a stream are null, in pieces of %i bytes',
  async (step) => {
    const bytes = Buffer.from(events);
    const pieces = Array.from({ length: Math.ceil(bytes.length / step) }, (_, at) =>
      bytes.subarray(at * step, (at + 1) * step),
    );
    expect(await text(Readable.from(pieces).pipe(createStreamCheck(checkOf)))).toBe(shown);
  },
);

it('fails for an event that does not end', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'x');
  const check = createStreamCheck(checkOf);
  const source = Readable.from(Array.from({ length: 9 }, () => piece));
  await expect(text(pipeline(source, check, () => {}))).rejects.toThrow('an event of the server is too long');
});

it('ends with its source, also while it waits for bytes', async () => {
  const source = new PassThrough();
  const check = createStreamCheck(checkOf);
  const closed = new Promise<void>((resolve) => {
    check.on('error', () => {}).on('close', resolve);
  });
  pipeline(source, check, () => {}).resume();
  source.write('event: cpu\n');
  await new Promise(setImmediate);
  source.destroy();
  await closed;
});
