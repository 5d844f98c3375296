import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createGunzip } from 'node:zlib';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listening } from '../../../test/support/fake-servers.ts';
import { packedSink, plainSink } from './sink.ts';

/** A response controlled by the test, and its client. */
async function exchanged(): Promise<[response: ServerResponse, reply: IncomingMessage]> {
  let response: ServerResponse | undefined;
  const { port } = await listening(
    createServer((_, given) => {
      response = given;
      given.writeHead(200).flushHeaders();
    }),
  );
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port }, resolve).on('error', reject).end();
  });
  if (response === undefined) throw new Error('no request');
  return [response, reply];
}

/** Timers that the test advances; sockets and the compressor go on. */
function useTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('the end of a stream', () => {
  it('arrives, however long it takes to compress', async () => {
    const [response, reply] = await exchanged();
    const sink = packedSink(response);
    useTimers();
    sink.write(Buffer.alloc(1_000_000, 'x'));
    sink.end(Buffer.from('end'));
    // No turn of the event loop has passed, so nothing is compressed yet.
    vi.advanceTimersByTime(10_000);
    expect(response.destroyed).toBe(false);
    expect(await text(reply.pipe(createGunzip()))).toMatch(/xend$/);
  });

  it.each([
    ['plain', plainSink],
    ['packed', packedSink],
  ] as const)('does not wait for a client that does not read: %s', async (_, create) => {
    const [response, reply] = await exchanged();
    reply.pause();
    const sink = create(response);
    const closed = new Promise((resolve) => response.on('close', resolve));
    const random = randomBytes(1 << 16);
    while (!response.writableNeedDrain) {
      sink.together(() => sink.write(random));
      await new Promise((resolve) => setImmediate(resolve));
    }
    sink.end(Buffer.from('end'));
    await closed;
    await expect(text(reply)).rejects.toThrow('aborted');
  });
});
