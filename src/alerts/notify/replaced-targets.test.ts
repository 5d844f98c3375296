import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../test/support/free-port.ts';
import { httpSink } from '../../../test/support/http-sink.ts';
import { notifyOptions, sampleNotice } from '../../../test/support/notify.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import type { Notifier } from './notifier.ts';
import type { Target } from './target.ts';
import { hook, kindsOf, open, tellAll, waitingIn } from '../../../test/support/notifier-rig.ts';

describe('replace', () => {
  const replace = (notifier: Notifier, targets: Target[]) => notifier.replace(targets, notifyOptions());

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
    const replaced = replace(notifier, [hook(next.url)]);
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

  it('tells a new target nothing of alerts that were notified before, and the end to one that has changed', async () => {
    const [old, fresh] = [await httpSink(), await httpSink()];
    const { notifier } = open([hook(old.url, 'old')]);
    notifier.notify(sampleNotice());
    await expect.poll(() => old.requests.length).toBe(1);
    await replace(notifier, [hook(`${old.url}/moved`, 'old'), hook(fresh.url, 'new')]);
    await notifier.notify(sampleNotice('end'));
    await notifier.notify(sampleNotice('begin', { id: 2, type: 'MEM' }));
    await expect.poll(() => kindsOf(fresh.requests)).toEqual(['begin']);
    await expect.poll(() => kindsOf(old.requests)).toEqual(['begin', 'end', 'begin']);
  });

  it('drops what waits for a target that is gone, and says so', async () => {
    const { notifier, lines } = open([hook(`http://127.0.0.1:${await freePort()}`)]);
    notifier.notify(sampleNotice());
    await replace(notifier, []);
    expect(lines.join('\n')).toContain('are dropped, since their targets are gone: 1.');
    notifier.notify(sampleNotice('end'));
  });
});
