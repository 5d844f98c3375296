import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore, type Update } from '../store/store.ts';
import { ApiProblem, type Client } from '../api/client.ts';
import { createProcessList, type ProcessList } from './process-list.ts';
import { NoStream, readStream } from './stream.ts';

const HELLO = { run: 'r', version: '4.0.0', refresh: 2, heartbeat: 15, plugins: ['cpu'] };
const hello = `event: hello\ndata: ${JSON.stringify(HELLO)}\n\n`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stream to which the test writes. */
function rig(processes: ProcessList | null = null) {
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (writer = controller) });
  const client: Pick<Client, 'open'> = {
    open(path, init) {
      asked.push(path);
      init?.signal?.addEventListener('abort', () => writer?.error(new Error('aborted')));
      return Promise.resolve(new Response(body));
    },
  };
  const asked: string[] = [];
  const updates: Update[] = [];
  const levels: unknown[] = [];
  const verdicts: unknown[] = [];
  const ended = readStream({
    client: client as Client,
    plugins: ['cpu'],
    processes,
    signal: new AbortController().signal,
    onHello: () => undefined,
    onLevels: (update) => levels.push(update),
    onUpdate: (update) => updates.push(update),
    onVerdict: (verdict) => verdicts.push(verdict),
  }).then(
    (reason) => reason || 'ended',
    (error: unknown) => error,
  );
  return {
    asked,
    ended,
    updates,
    levels,
    verdicts,
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

  it('hands on the list of alerts, which has no number of its own', async () => {
    const { asked, ended, updates, verdicts, write, close } = rig();
    write(`${hello}id: r.5.5\nevent: cpu\ndata: {}\n\nevent: verdict\ndata: {"alerts":[]}\n\n`);
    close();
    await ended;
    expect(asked).toEqual(['api/stream?levels=true&verdict=true&plugins=cpu']);
    expect([updates.length, verdicts]).toEqual([1, [{ alerts: [] }]]);
  });

  it('puts the process list together from its differences, from where the page left off', async () => {
    const list = createProcessList({} as Client);
    const first = { key: 'pid', pid: 1, name: 'init', cpu_percent: 0 };
    const difference = (at: number, change: object): string =>
      `id: r.${at}.${at}000\nevent: processes\ndata: ${JSON.stringify({ position: `r.${at}`, whole: false, gone: [], rows: [], ...change })}\n\n`;
    const { asked, ended, updates, write, close } = rig(list);
    write(hello + difference(3, { whole: true, rows: [first, { key: 'pid', pid: 2 }] }));
    for (const odd of [{ gone: null }, { rows: [null] }, { rows: {} }, { position: 7 }])
      write(difference(4, odd));
    write(difference(4, { gone: [2], rows: [{ pid: 1, cpu_percent: 7 }] }) + difference(5, {}));
    close();
    await ended;
    expect(updates.map(({ plugin, time }) => [plugin, time])).toEqual([
      ['processlist', 3000],
      ['processlist', 4000],
      ['processlist', 5000],
    ]);
    expect(updates[1]?.value).toEqual([{ ...first, cpu_percent: 7 }]);
    expect(updates[2]?.value).toBe(updates[1]?.value);
    const again = rig(list);
    again.close();
    await again.ended;
    expect([...asked, ...again.asked].map((path) => path.split('&').at(-1))).toEqual([
      'processes=',
      'processes=r.5',
    ]);
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

  it('leaves out events that are cut short or make no sense', async () => {
    const { ended, updates, levels, verdicts, write, close } = rig();
    write(
      [
        hello.trimEnd(),
        'id: x.1.1767225602000\nevent: cpu\ndata: {"tot',
        'id: x.2.soon\nevent: mem\ndata: {"percent": 12.5}',
        'id: x.3.1767225602000\nevent: __proto__\ndata: {"a": 1}',
        ': nothing',
        'event',
        'id: x.4.1767225602000\nevent: cpu\ndata: {"total": ',
      ].join('\n\n'),
    );
    close();
    expect(await ended).toBe('ended');
    expect(updates).toEqual([
      { plugin: 'mem', value: { percent: 12.5 }, time: Date.now() },
      { plugin: '__proto__', value: { a: 1 }, time: 1767225602000 },
    ]);
    expect([levels, verdicts]).toEqual([[], []]);
    createStore().apply(updates);
    expect({}).not.toHaveProperty('a');
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
