import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Update } from '../state/store.ts';
import { ApiProblem, type Client } from './client.ts';
import { NoStream, readStream } from './stream.ts';

const HELLO = { run: 'r', version: '4.0.0', refresh: 2, heartbeat: 15, plugins: ['cpu'] };
const hello = `event: hello\ndata: ${JSON.stringify(HELLO)}\n\n`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stream to which the test writes. */
function rig() {
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (writer = controller) });
  const client: Pick<Client, 'open'> = {
    open(_, init) {
      init?.signal?.addEventListener('abort', () => writer?.error(new Error('aborted')));
      return Promise.resolve(new Response(body));
    },
  };
  const updates: Update[] = [];
  const levels: unknown[] = [];
  const ended = readStream({
    client: client as Client,
    plugins: ['cpu'],
    signal: new AbortController().signal,
    onHello: () => undefined,
    onLevels: (update) => levels.push(update),
    onUpdate: (update) => updates.push(update),
  }).then(
    (reason) => reason || 'ended',
    (error: unknown) => error,
  );
  return {
    ended,
    updates,
    levels,
    write: (text: string) => writer?.enqueue(new TextEncoder().encode(text)),
    close: () => writer?.close(),
  };
}

describe('the stream', () => {
  it('hands on every snapshot with the time of its sample', async () => {
    const { ended, updates, write, close } = rig();
    write(`${hello}id: r.5.1767225602000\nevent: cpu\ndata: {"total":5}\n\n`);
    close();
    expect(await ended).toBe('ended');
    expect(updates).toEqual([{ plugin: 'cpu', value: { total: 5 }, time: 1767225602000 }]);
  });

  it('hands on levels, which have no id of their own, also behind a snapshot', async () => {
    const { ended, updates, levels, write, close } = rig();
    write(`${hello}id: r.5.1\nevent: cpu\ndata: {"total":5}\n\nevent: fs/levels\ndata: []\n\n`);
    close();
    await ended;
    expect([updates.length, levels]).toEqual([1, [{ plugin: 'fs', alarming: [] }]]);
  });

  it('says why it ends, also when it is cut then', async () => {
    const { ended, write, close } = rig();
    write(`${hello}event: end\ndata: {"detail":"The agent is stopping"}\n\n`);
    close();
    expect(await ended).toBe('The agent is stopping');
    const other = rig();
    other.write(`${hello}event: end\ndata: {"detail":5}\n\n`);
    other.close();
    expect(await other.ended).toBe('ended');
  });

  it('may be silent between two keep-alives, and not for much longer', async () => {
    const { ended, write } = rig();
    write(hello);
    let end: unknown;
    void ended.then((what) => (end = what));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(end).toBe(undefined);
    await vi.advanceTimersByTimeAsync(6000);
    expect(end).toBeInstanceOf(ApiProblem);
  });

  it('is aborted when nothing gets through at first', async () => {
    const { ended } = rig();
    await vi.advanceTimersByTimeAsync(5000);
    expect(await ended).toBeInstanceOf(NoStream);
  });
});
