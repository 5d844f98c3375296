import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keptProblems } from '../../../../test/support/file-problems.ts';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import { createMemoryDisk } from '../../../../test/support/memory-disk.ts';
import { createPushBrowser } from '../../../../test/support/push-service.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { isEndpoint, MOST_BROWSERS, openBrowsers } from './browsers.ts';

const newBrowser = (name: string) => ({
  ...createPushBrowser().keys,
  endpoint: `https://push.test/${name}`,
  name,
  origin: null,
});

function rig(folder = temporaryTree()) {
  const path = `${folder}/notify-61208-browsers.json`;
  const { problems, sentences } = keptProblems();
  const open = () => openBrowsers({ path, clock: createFakeClock(), problems });
  return { path, sentences, open };
}

describe('browsers', () => {
  it('are kept with the key, for the owner alone, over a restart', async () => {
    const { path, sentences, open } = rig();
    const browsers = open();
    const key = browsers.publicKey();
    expect([browsers.key(), browsers.publicKey()]).toEqual([null, key]);
    const changes: number[] = [];
    browsers.changed.on(() => changes.push(browsers.list().length));
    const [a, b] = [await browsers.add(newBrowser('a')), await browsers.add(newBrowser('b'))];
    expect(await browsers.remove(a.id)).toBe(true);
    expect(await browsers.remove(a.id)).toBe(false);
    expect(changes).toEqual([1, 2, 1]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = open();
    expect([again.list(), again.publicKey(), again.key()]).toEqual([[b], key, browsers.key()]);
    expect(sentences).toEqual([]);
  });

  it('that subscribe again replace themselves, with another secret', async () => {
    const browsers = rig().open();
    const first = await browsers.add(newBrowser('a'));
    const second = await browsers.add(newBrowser('a'));
    expect(browsers.list()).toEqual([second]);
    expect([second.id, second.secret]).toEqual([first.id, expect.not.stringMatching(first.secret)]);
    expect(second.id).toMatch(/^[\w-]{22}$/);
  });

  it('are bounded', async () => {
    const disk = createMemoryDisk();
    const browsers = openBrowsers({
      path: '/state/b.json',
      clock: createFakeClock(),
      disk,
      problems: keptProblems().problems,
    });
    for (let at = 0; at < MOST_BROWSERS; at += 1) await browsers.add(newBrowser(`b${at}`));
    await browsers.add(newBrowser('last'));
    expect([browsers.list().length, browsers.list()[0]?.name]).toEqual([MOST_BROWSERS, 'last']);
  });

  it.each([
    ['', /is damaged/],
    ['{"key":"x","browsers":[]}', /is damaged/],
    ['{"browsers":[]}', /is damaged/],
  ])('never overwrite a file that cannot be read: %j', async (text, words) => {
    const { path, sentences, open } = rig();
    writeFileSync(path, text);
    const browsers = open();
    expect(sentences).toEqual([expect.stringMatching(words)]);
    await expect(browsers.add(newBrowser('a'))).rejects.toThrow('Repair it or move it away');
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(browsers.list()).toEqual([]);
  });

  it('of which one makes no sense leave the others, and the file as it is', async () => {
    const { path, sentences, open } = rig();
    await open().add(newBrowser('a'));
    const kept = JSON.parse(readFileSync(path, 'utf8')) as { browsers: object[] };
    const [one] = kept.browsers;
    const wrong = [{ id: 'x' }, { p256dh: 'AAAA' }, { endpoint: 'http://push.test/a' }, { since: null }];
    kept.browsers.push(null as never, ...wrong.map((part) => ({ ...one, ...part })));
    const text = JSON.stringify(kept);
    writeFileSync(path, text);
    const browsers = open();
    expect(browsers.list()).toEqual([one]);
    expect(sentences).toEqual([
      expect.stringContaining('browsers[1] must be an object, and 4 more of its values are wrong'),
    ]);
    await expect(browsers.remove(browsers.list()[0]?.id ?? '')).rejects.toThrow('Repair it');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});

it.each([
  [true, 'https://fcm.googleapis.com/fcm/send/abc:def'],
  [true, 'https://push.test:8443/a?b=c'],
  [false, 'http://push.test/a'],
  [false, 'https://me:pw@push.test/a'],
  [false, 'https://push.test/a#b'],
  [false, 'ftp://push.test/a'],
  [false, `https://push.test/${'a'.repeat(2048)}`],
  [false, 'x'],
  [false, undefined],
])('%s: %s is an endpoint', (expected, text) => {
  expect(isEndpoint(text ?? '')).toBe(expected);
});
