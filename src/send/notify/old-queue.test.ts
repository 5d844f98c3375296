import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { httpSink } from '../../../test/support/http-sink.ts';
import { keptLog, notifyOptions, sampleEvent, sampleTarget } from '../../../test/support/notify.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createNotifier } from './notifier.ts';
import { parseLine, readOldQueue } from './old-queue.ts';
import { queueFolder } from './open-notifier.ts';

/** Recorded with the version before queues became folders, with two targets that could not be reached. */
const RECORDED = readFileSync('test/fixtures/notify-queue-v1.jsonl', 'utf8');
const RECORDED_AT = 1_795_530_960_000;

/** A line as older versions wrote it. */
const line = (id: string): string =>
  JSON.stringify({
    target: 'ops',
    queuedAt: 1_767_225_600_000.5,
    tries: 2,
    notice: { id, kind: 'begin', host: 'h\nh', event: sampleEvent({ item: '/a\n"\u2028😀', desc: '{' }) },
  });

/** The file that could not be read. */
const asideOf = (path: string): string => {
  const name = readdirSync(dirname(path)).find((one) => /\.unreadable-\d+$/.test(one));
  return join(dirname(path), name ?? 'none');
};

describe('the queue of an older version', () => {
  it('is sent in its order and under the same numbers, and then gone', async () => {
    const folder = join(temporaryTree(), 'notify-61208');
    writeFileSync(`${folder}.jsonl`, RECORDED);
    const sink = await httpSink();
    const { lines, log } = keptLog();
    const open = () =>
      createNotifier({
        targets: [sampleTarget('webhook', { webhook_url: sink.url })],
        options: notifyOptions(),
        clock: createFakeClock(RECORDED_AT),
        log,
        folder,
      });
    const notifier = open();
    onTestFinished(() => notifier.stop());
    notifier.start();
    await expect.poll(() => sink.requests.length).toBe(3);
    await notifier.stop();
    const recorded = RECORDED.trim()
      .split('\n')
      .map((one) => JSON.parse(one))
      .filter(({ target }) => target === 'ops');
    expect(
      sink.requests.map(({ body }) => {
        const { id, kind, host, event } = JSON.parse(body);
        return { id, kind, host, event };
      }),
    ).toEqual(recorded.map(({ notice }) => notice));
    expect(lines).toContain(
      'WARNING Notifications that waited are dropped, since their targets are gone: 1.',
    );
    expect(existsSync(`${folder}.jsonl`)).toBe(false);
    const next = open();
    next.start();
    await next.stop();
    expect(sink.requests).toHaveLength(3);
  });

  it('is read without lines that are garbage, which stay in a file', async () => {
    const path = join(temporaryTree(), 'q.jsonl');
    const { target: _, ...incomplete } = JSON.parse(line('b'));
    const bad = [
      line('a').slice(0, -5),
      JSON.stringify(incomplete),
      'null',
      '[]',
      '\u0000\uFFFD',
      line('a').replace('"begin"', '"x"'),
    ];
    const text = [line('a'), ...bad, '', line('c')].join('\n');
    writeFileSync(path, text);
    const { lines, log } = keptLog();
    const old = readOldQueue(path, log);
    expect(old.entries.map(({ notice }) => notice.id)).toEqual(['a', 'c']);
    await old.remove();
    const aside = asideOf(path);
    expect(lines).toEqual([
      `WARNING ${path} is damaged: 6 entries make no sense. Notifications of the last run are not sent.`,
      `WARNING ${path} was damaged, and is kept as ${aside}. Notifications of the last run are not sent.`,
    ]);
    expect(readFileSync(aside, 'utf8')).toBe(text);
    expect(existsSync(path)).toBe(false);
  });

  it('is kept where it cannot be read', async () => {
    const path = join(temporaryTree(), 'q.jsonl');
    mkdirSync(path);
    const { lines, log } = keptLog();
    const old = readOldQueue(path, log);
    expect(old.entries).toEqual([]);
    await old.remove();
    expect(existsSync(asideOf(path))).toBe(true);
    expect(lines[0]).toBe(
      `WARNING ${path} cannot be read: it is a directory. Notifications of the last run are not sent.`,
    );
  });

  it('need not exist', async () => {
    const { lines, log } = keptLog();
    const old = readOldQueue(join(temporaryTree(), 'none/q.jsonl'), log);
    await old.remove();
    expect([old.entries, lines]).toEqual([[], []]);
  });
});

describe('parseLine', () => {
  it('gives an entry or null, whatever it is given', () => {
    expect(parseLine(line('a'))).toEqual(JSON.parse(line('a')));
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => parseLine(text) === null));
    fc.assert(
      fc.property(fc.json(), fc.jsonValue(), (text, event) => {
        expect(parseLine(text)).toBeNull();
        const entry = JSON.parse(line('a'));
        expect(
          parseLine(JSON.stringify({ ...entry, notice: { ...entry.notice, event: [event] } })),
        ).toBeNull();
      }),
    );
  });
});

it('each agent has a folder of its own for its queues', () => {
  expect(queueFolder('/s', 61_208)).toBe('/s/notify-61208');
  expect(queueFolder('/s', '../x')).toBe('/s/notify-___x');
});
