import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/support/fake-clock.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { httpSink } from '../../../test/support/http-sink.ts';
import { keptLog, notifyOptions, sampleNotice, sampleTarget } from '../../../test/support/notify.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import { createQueue } from '../deliver/queue.ts';
import type { NotifyOptions } from './options.ts';
import type { EventNotice } from './notice.ts';
import type { Target } from './target.ts';

const hook = (url: string, name = 'ops', texts: Record<string, string> = {}): Target =>
  sampleTarget('webhook', { webhook_url: url, ...texts }, name);

interface Setup {
  clock?: FakeClock;
  folder?: string;
  options?: NotifyOptions;
}

function open(
  targets: Target[],
  { clock = createFakeClock(), folder, options = notifyOptions() }: Setup = {},
) {
  const { lines, log } = keptLog();
  const notifier = createNotifier({
    targets,
    options,
    clock,
    log,
    folder: folder ?? null,
    random: () => 1,
  });
  onTestFinished(() => notifier.stop());
  notifier.start();
  return { notifier, clock, lines };
}

const kindsOf = (requests: readonly { body: string }[]): string[] =>
  requests.map(({ body }) => JSON.parse(body).kind);

/** Attempts of the batches that the next agent finds: in a copy, since loading a queue removes files that another one is creating. */
async function waitingIn(folder: string, name = 'ops'): Promise<number[]> {
  const copy = temporaryTree();
  if (existsSync(join(folder, name))) cpSync(join(folder, name), copy, { recursive: true });
  const queue = createQueue({
    folder: copy,
    mostBytes: 1e6,
    maxAgeMs: Infinity,
    clock: createFakeClock(),
    onProblem: () => {},
  });
  await queue.load();
  const first = await queue.first();
  return queue.sequences().map((sequence) => (sequence === first?.sequence ? first.tries : 0));
}

const tellAll = (notifier: Notifier): void => {
  notifier.notify(sampleNotice('begin'));
  notifier.notify(sampleNotice('change', { state: 'CRITICAL' }));
  notifier.notify(sampleNotice('end', { state: 'CRITICAL' }));
};

describe('notifier', () => {
  it('tells begin, change and end to all targets, in order', async () => {
    const [one, two] = [await httpSink(), await httpSink()];
    const { notifier, lines } = open([hook(one.url, 'one'), hook(two.url, 'two')]);
    tellAll(notifier);
    await expect.poll(() => one.requests.length + two.requests.length).toBe(6);
    expect(kindsOf(one.requests)).toEqual(['begin', 'change', 'end']);
    expect(kindsOf(two.requests)).toEqual(['begin', 'change', 'end']);
    await expect.poll(() => lines.length).toBe(6);
  });

  it('calls the host as it is told to', async () => {
    const sink = await httpSink();
    const { notifier } = open([hook(sink.url)], { options: notifyOptions({ host_label: 'Cellar' }) });
    notifier.notify(sampleNotice());
    await expect.poll(() => sink.requests.length).toBe(1);
    expect(JSON.parse(sink.requests[0]?.body ?? '')).toMatchObject({ host: 'Cellar' });
  });

  it('sends what waited after a restart, once each and under the same number', async () => {
    const folder = join(temporaryTree(), 'notify-1');
    const clock = createFakeClock();
    let isUp = false;
    const sink = await httpSink(() => ({ status: isUp ? 200 : 503 }));
    const before = open([hook(sink.url)], { folder, clock });
    tellAll(before.notifier);
    await expect.poll(() => before.lines.length).toBe(1);
    await before.notifier.stop();
    expect(await waitingIn(folder)).toEqual([1, 0, 0]);
    const first = JSON.parse(sink.requests[0]?.body ?? '').id;
    sink.requests.length = 0;

    isUp = true;
    const after = open([hook(sink.url)], { folder, clock });
    await expect.poll(() => after.lines.length).toBe(3);
    expect(kindsOf(sink.requests)).toEqual(['begin', 'change', 'end']);
    expect(JSON.parse(sink.requests[0]?.body ?? '').id).toBe(first);
    await after.notifier.stop();
    expect(await waitingIn(folder)).toEqual([]);
  });

  it('survives being killed: what waits is on disk without an orderly end', async () => {
    const folder = join(temporaryTree(), 'notify-1');
    const { notifier } = open([hook(`http://127.0.0.1:${await freePort()}`)], { folder });
    notifier.notify(sampleNotice());
    await expect.poll(() => waitingIn(folder)).toEqual([1]);
  });

  it('says when the queues of all targets have a notice', async () => {
    const folder = join(temporaryTree(), 'notify-1');
    const target = hook(`http://127.0.0.1:${await freePort()}`);
    const { notifier } = open([target], { folder });
    await notifier.notify(sampleNotice());
    expect(await waitingIn(folder)).toHaveLength(1);
    // A target that is being replaced takes it with its successor.
    const replaced = notifier.replace({
      targets: [target],
      options: notifyOptions({ max_tries: '9' }),
      lasting: () => [],
    });
    await notifier.notify(sampleNotice('begin', { id: 2, type: 'MEM' }));
    expect(await waitingIn(folder)).toHaveLength(2);
    await replaced;
  });

  it('drops what waited for a target that is gone', async () => {
    const folder = join(temporaryTree(), 'notify-1');
    const before = open([hook(`http://127.0.0.1:${await freePort()}`, 'old')], { folder });
    before.notifier.notify(sampleNotice());
    await before.notifier.stop();
    const { notifier, lines } = open([hook('http://127.0.0.1:1', 'new')], { folder });
    await expect
      .poll(() => lines)
      .toEqual(['WARNING Notifications that waited are dropped, since their targets are gone: 1.']);
    await notifier.stop();
    expect(await waitingIn(folder)).toEqual([]);
  });

  it('bounds its queue', async () => {
    const folder = join(temporaryTree(), 'notify-1');
    const target = hook(`http://127.0.0.1:${await freePort()}`);
    const { notifier, lines } = open([target], { folder, options: notifyOptions({ queue_size: '5' }) });
    for (let id = 1; id <= 50; id++) notifier.notify(sampleNotice('begin', { id }));
    await notifier.stop();
    expect(lines.filter((line) => line.includes('is dropped'))).toHaveLength(45);
    expect(await waitingIn(folder)).toHaveLength(5);
  });

  it('never throws, and keeps names of any length short', async () => {
    const sink = await httpSink();
    const { notifier } = open([hook(sink.url)]);
    notifier.notify(undefined as never);
    notifier.notify(sampleNotice('begin', { item: 'x'.repeat(1e6), top: Array(1000).fill('y'.repeat(1e5)) }));
    await expect.poll(() => sink.requests.length).toBe(1);
    expect(sink.requests[0]?.body.length).toBeLessThan(20_000);
  });
});

describe('a dead target', () => {
  /** Accepts connections and says nothing. */
  async function silentPort(): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.resume();
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void server.close());
    return (server.address() as { port: number }).port;
  }

  /** Sends its reply byte by byte and never ends. */
  async function tricklingUrl(): Promise<string> {
    const sink = await httpSink(() => (response) => {
      response.writeHead(500);
      const timer = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(timer));
    });
    return sink.url;
  }

  it('delays nobody else and no caller', async () => {
    const sink = await httpSink();
    const urls = [
      `http://127.0.0.1:${await freePort()}`,
      `http://127.0.0.1:${await silentPort()}`,
      await tricklingUrl(),
      sink.url,
    ];
    const { notifier, clock, lines } = open(urls.map((url, index) => hook(url, `t${index}`)));
    tellAll(notifier);
    await expect.poll(() => sink.requests.length).toBe(3);
    await expect.poll(() => lines.filter((line) => line.includes('"t0"')).length).toBe(1);
    await clock.advance(10_000);
    await expect.poll(() => lines.filter((line) => line.startsWith('WARNING')).length).toBe(3);
    const warnings = lines.filter((line) => line.startsWith('WARNING')).sort();
    expect(warnings[0]).toMatch(
      /"t0" \(webhook\) did not take a notification: connect ECONNREFUSED .*; next try in 5 s/,
    );
    expect(warnings[1]).toMatch(/"t1" \(webhook\) .*: no answer within 10 s; check host.*; next/);
    expect(warnings[2]).toMatch(/"t2" \(webhook\) .*: (no answer within 10 s.*|status 500.*); next/);
  });

  it('does not delay the end of the agent', async () => {
    const { notifier } = open([
      hook(`http://127.0.0.1:${await silentPort()}`),
      hook(await tricklingUrl(), 'b'),
    ]);
    tellAll(notifier);
    await new Promise(setImmediate);
    await notifier.stop();
  });

  it('that comes back gets everything in order', async () => {
    let isUp = false;
    const sink = await httpSink(() => (isUp ? { status: 200 } : (response) => void response.destroy()));
    const { notifier, clock, lines } = open([hook(sink.url)]);
    tellAll(notifier);
    await expect.poll(() => lines.length).toBe(1);
    isUp = true;
    sink.requests.length = 0;
    await clock.advance(5000);
    await expect.poll(() => lines.length).toBe(4);
    expect(kindsOf(sink.requests)).toEqual(['begin', 'change', 'end']);
  });
});

describe('secrets', () => {
  it('stay out of log and queue, though the server repeats them', async () => {
    const folder = join(temporaryTree(), 'notify-1');
    const echo = await httpSink(() => ({
      status: 500,
      body: 'hunter2-url hunter2-token hunter2-key hunter2-head',
    }));
    const other = await httpSink(() => ({ status: 404, body: 'no /bot2:hunter2-token/sendMessage' }));
    const texts = { token: 'hunter2-token', secret: 'hunter2-key', headers: 'X-A: hunter2-head' };
    const targets = [
      hook(`${echo.url}/hunter2-url`, 'a', texts),
      hook(`http://me:hunter2-p@127.0.0.1:${await freePort()}/hunter2-url`, 'b'),
      sampleTarget('telegram', { server: other.url, token: '2:hunter2-token', chat_id: '1' }, 'c'),
      sampleTarget('slack', { webhook_url: `http://hunter2.invalid:1/hunter2-url` }, 'd'),
    ];
    const { notifier, lines } = open(targets, { folder, options: notifyOptions({ max_tries: '1' }) });
    notifier.notify(sampleNotice());
    await expect.poll(() => lines.length).toBe(4);
    // The name of a host is no secret; what follows it is.
    expect(lines.join('\n').replaceAll('hunter2.invalid', '')).not.toContain('hunter2');
    expect(lines.join('\n')).toContain('status 500 (********');
  });

  it('are not in the queue', async () => {
    const folder = temporaryTree();
    const url = `http://127.0.0.1:${await freePort()}/hunter2`;
    const { notifier } = open([hook(url, 'a', { token: 'hunter2', secret: 'hunter2' })], {
      folder,
    });
    notifier.notify(sampleNotice());
    await notifier.stop();
    const name = readdirSync(join(folder, 'a')).find((one) => one.endsWith('.queue')) ?? '';
    const text = readFileSync(join(folder, 'a', name), 'utf8');
    expect(text).toContain('CPU_TOTAL');
    expect(text).not.toContain('hunter2');
  });
});

describe('replace', () => {
  const lastingNone = () => [];
  const replace = (notifier: Notifier, targets: Target[], lasting: () => EventNotice[] = lastingNone) =>
    notifier.replace({ targets, options: notifyOptions(), lasting });

  it('leaves a target that is as before alone, with its try', async () => {
    let answer = (): void => {};
    const sink = await httpSink(() => (response) => (answer = () => response.writeHead(200).end()));
    const { notifier } = open([hook(sink.url)]);
    notifier.notify(sampleNotice());
    await expect.poll(() => sink.requests.length).toBe(1);
    await replace(notifier, [hook(sink.url)]);
    answer();
    notifier.notify(sampleNotice('end'));
    await expect.poll(() => kindsOf(sink.requests)).toEqual(['begin', 'end']);
  });

  it('gives what waits to the target of the same name, without sending anything twice', async () => {
    let answer = (): void => {};
    const slow = await httpSink(() => (response) => (answer = () => response.writeHead(200).end()));
    const next = await httpSink();
    const { notifier } = open([hook(slow.url)]);
    tellAll(notifier);
    await expect.poll(() => slow.requests.length).toBe(1);
    const replaced = replace(notifier, [hook(next.url)], () => [sampleNotice()]);
    notifier.notify(sampleNotice('begin', { id: 2, type: 'MEM' }));
    answer();
    await replaced;
    await expect.poll(() => kindsOf(next.requests)).toEqual(['change', 'end', 'begin']);
    expect(kindsOf(slow.requests)).toEqual(['begin']);
  });

  it('keeps what waits in files, too', async () => {
    const folder = join(temporaryTree(), 'notify-1');
    const url = `http://127.0.0.1:${await freePort()}`;
    const { notifier, lines } = open([hook(url)], { folder });
    notifier.notify(sampleNotice());
    await expect.poll(() => lines.length).toBe(1);
    await replace(notifier, [hook(`${url}/other`)]);
    notifier.notify(sampleNotice('begin', { id: 2, type: 'MEM' }));
    await expect.poll(() => waitingIn(folder)).toHaveLength(2);
    await replace(notifier, []);
    expect(lines.at(-1)).toContain('are dropped, since their targets are gone: 2.');
    expect(await waitingIn(folder)).toEqual([]);
  });

  it('tells a new target the end of events that last, not their begin', async () => {
    const [old, fresh] = [await httpSink(), await httpSink()];
    const { notifier } = open([hook(old.url, 'old')]);
    notifier.notify(sampleNotice());
    await expect.poll(() => old.requests.length).toBe(1);
    await replace(notifier, [hook(old.url, 'old'), hook(fresh.url, 'new')], () => [sampleNotice()]);
    notifier.notify(sampleNotice('end'));
    await expect.poll(() => kindsOf(fresh.requests)).toEqual(['end']);
    await expect.poll(() => kindsOf(old.requests)).toEqual(['begin', 'end']);
  });

  it('drops what waits for a target that is gone, and says so', async () => {
    const { notifier, lines } = open([hook(`http://127.0.0.1:${await freePort()}`)]);
    notifier.notify(sampleNotice());
    await replace(notifier, []);
    expect(lines.join('\n')).toContain('are dropped, since their targets are gone: 1.');
    notifier.notify(sampleNotice('end'));
  });
});
