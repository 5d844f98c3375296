import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { httpSink } from '../../../test/support/http-sink.ts';
import { notifyOptions, sampleNotice, sampleTarget } from '../../../test/support/notify.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { hook, kindsOf, open, tellAll, waitingIn } from '../../../test/support/notifier-rig.ts';

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
    const replaced = notifier.replace([target], notifyOptions({ max_tries: '9' }));
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
