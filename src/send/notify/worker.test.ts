import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { keptLog, sampleEvent } from '../../../test/support/notify.ts';
import { defer } from '../../../test/support/sampling.ts';
import { backOffMs } from '../deliver/back-off.ts';
import type { Notice } from './notice.ts';
import type { Verdict } from '../deliver/verdict.ts';
import type { Entry } from './queue-entry.ts';
import { createWorker, PACE } from './worker.ts';

const failed = (answer: string, retryAfterMs = 0): Verdict => ({ kind: 'again', answer, retryAfterMs });
const refused = (answer: string): Verdict => ({ kind: 'drop', answer });
const sent = (answer: string): Verdict => ({ kind: 'sent', answer });

const YEAR_MS = 365 * 86_400_000;

const notice = (id: string): Notice => ({ id, kind: 'begin', host: 'h', event: sampleEvent() });

function setUp(
  answer: (notice: Notice, signal: AbortSignal, index: number) => Verdict | Promise<Verdict>,
  { size = 100, maxTries = 20, maxAgeMs = 86_400_000, waiting = [] as Entry[] } = {},
) {
  const clock = createFakeClock();
  const { lines, log } = keptLog();
  const calls: { id: string; at: number }[] = [];
  let changes = 0;
  const worker = createWorker({
    name: '"ops" (slack)',
    deliver: async (what, signal) => {
      calls.push({ id: what.id, at: clock.monotonic() });
      return answer(what, signal, calls.length - 1);
    },
    clock,
    random: () => 1,
    limits: { size, maxTries, maxAgeMs, timeoutMs: 10_000 },
    log,
    onChange: () => {
      changes += 1;
    },
    waiting,
  });
  const ids = () => calls.map(({ id }) => id);
  return { worker, clock, calls, ids, lines, changes: () => changes };
}

/** A server that accepts a message once the test lets it. */
const untilAborted = (signal: AbortSignal): Promise<Verdict> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(failed('The operation was aborted')));
  });

describe('worker', () => {
  it('sends in order, one at a time', async () => {
    const first = defer<Verdict>();
    const { worker, clock, ids, lines } = setUp((what) =>
      what.id === 'a' ? first.promise : sent('status 200'),
    );
    for (const id of ['a', 'b', 'c']) worker.put(notice(id));
    await clock.advance(0);
    expect(ids()).toEqual(['a']);
    first.resolve(sent('status 204'));
    await clock.advance(0);
    expect(ids()).toEqual(['a', 'b', 'c']);
    expect(worker.entries()).toEqual([]);
    expect(lines[0]).toBe('INFO "ops" (slack) took the notification of the begin of CPU_TOTAL: status 204.');
  });

  it('misses nothing that is put as it falls asleep', async () => {
    const { worker, clock, ids } = setUp(() => sent(''));
    worker.start();
    worker.put(notice('a'));
    for (const id of ['b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      await Promise.resolve();
      worker.put(notice(id));
    }
    await clock.advance(0);
    expect(ids()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  });

  it('tries again with growing pauses, and keeps the order', async () => {
    const { worker, clock, calls, lines } = setUp((_, __, index) =>
      index < 4 ? failed('refused') : sent('ok'),
    );
    worker.put(notice('a'));
    worker.put(notice('b'));
    await clock.advance(60_000);
    await clock.advance(60_000);
    expect(calls).toEqual([
      { id: 'a', at: 0 },
      { id: 'a', at: 5000 },
      { id: 'a', at: 15_000 },
      { id: 'a', at: 35_000 },
      { id: 'a', at: 75_000 },
      { id: 'b', at: 75_000 },
    ]);
    expect(lines.filter((line) => line.startsWith('WARNING'))).toEqual([
      'WARNING "ops" (slack) did not take a notification: refused; next try in 5 s.',
    ]);
    expect(lines.at(-2)).toMatch(/ok; tries: 5\.$/);
  });

  it('waits as long as the target asks', async () => {
    const { worker, clock, calls } = setUp((_, __, index) =>
      index === 0 ? failed('status 429', 60_000) : sent(''),
    );
    worker.put(notice('a'));
    await clock.advance(59_000);
    expect(calls).toHaveLength(1);
    await clock.advance(1000);
    expect(calls).toHaveLength(2);
  });

  it('drops a message after its last attempt', async () => {
    const { worker, clock, ids, lines } = setUp((what) => (what.id === 'a' ? failed('no') : sent('ok')), {
      maxTries: 3,
    });
    worker.put(notice('a'));
    worker.put(notice('b'));
    await clock.advance(60_000);
    expect(ids()).toEqual(['a', 'a', 'a', 'b']);
    expect(lines).toContain(
      'ERROR The notification of the begin of CPU_TOTAL for "ops" (slack) is dropped: no; tries: 3.',
    );
  });

  it('drops a message that is too old', async () => {
    const { worker, clock, ids, lines } = setUp(() => failed('no'), { maxAgeMs: 12_000 });
    worker.put(notice('a'));
    await clock.advance(60_000);
    expect(ids()).toEqual(['a', 'a']);
    expect(lines.at(-1)).toMatch(/is dropped: it is too old\.$/);
    expect(worker.entries()).toEqual([]);
  });

  it('lets no step of the clock make a message old', async () => {
    const { worker, clock, ids, lines } = setUp((_, __, index) => (index === 0 ? failed('no') : sent('ok')));
    worker.put(notice('a'));
    await clock.advance(0);
    clock.step(10 * YEAR_MS);
    expect(worker.entries()[0]?.queuedAt).toBe(clock.now());
    await clock.advance(60_000);
    expect(ids()).toEqual(['a', 'a']);
    expect(lines.at(-1)).toMatch(/took the notification/);
  });

  it.each([
    ['a day ago', -86_400_001, 0],
    ['just now', -1000, 1],
    ['before the clock had been set', -50 * YEAR_MS, 1],
    ['in the future, by a clock that was wrong', 10 * YEAR_MS, 1],
  ])('judges what waited since %s', async (_, offset, count) => {
    const waiting = [{ notice: notice('a'), queuedAt: createFakeClock().now() + offset, tries: 0 }];
    const { worker, clock, ids } = setUp(() => sent('ok'), { waiting });
    worker.start();
    await clock.advance(0);
    expect(ids()).toHaveLength(count);
  });

  it('drops at once a message that would be refused again', async () => {
    const { worker, clock, ids, lines } = setUp(() => refused('status 404'));
    worker.put(notice('a'));
    await clock.advance(600_000);
    expect(ids()).toEqual(['a']);
    expect(lines).toEqual([
      'ERROR The notification of the begin of CPU_TOTAL for "ops" (slack) is dropped: status 404.',
    ]);
  });

  it('ends a try that takes too long', async () => {
    const { worker, clock, calls, lines } = setUp((_, signal, index) =>
      index === 0 ? untilAborted(signal) : sent(''),
    );
    worker.put(notice('a'));
    await clock.advance(9999);
    expect(calls).toHaveLength(1);
    await clock.advance(1);
    expect(lines).toEqual([
      'WARNING "ops" (slack) did not take a notification: no answer within 10 s; next try in 5 s.',
    ]);
    await clock.advance(5000);
    expect(calls).toHaveLength(2);
  });

  it('drops the oldest when too many wait, but not the one that is being sent', async () => {
    const first = defer<Verdict>();
    const { worker, clock, ids, lines } = setUp((_, __, index) => (index === 0 ? first.promise : sent('')), {
      size: 3,
    });
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      worker.put(notice(id));
      await clock.advance(0);
    }
    expect(worker.entries().map((entry) => entry.notice.id)).toEqual(['a', 'd', 'e']);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^WARNING The notification of .* for "ops" \(slack\) is dropped: too many wait\.$/,
    );
    first.resolve(sent(''));
    await clock.advance(0);
    expect(ids()).toEqual(['a', 'd', 'e']);
  });

  it('goes on with what waited, but no more than there is room for', async () => {
    const waiting = ['a', 'b', 'c'].map((id) => ({
      notice: notice(id),
      queuedAt: createFakeClock().now(),
      tries: 2,
    }));
    const { worker, clock, ids } = setUp(() => sent(''), { waiting, size: 2 });
    await clock.advance(1000);
    expect(ids()).toEqual([]);
    worker.start();
    await clock.advance(0);
    expect(ids()).toEqual(['b', 'c']);
  });

  it('keeps what is being sent when it is stopped', async () => {
    const { worker, clock, lines, changes } = setUp((_, signal) => untilAborted(signal));
    worker.put(notice('a'));
    worker.put(notice('b'));
    await clock.advance(0);
    await worker.stop();
    expect(worker.entries().map(({ notice, tries }) => [notice.id, tries])).toEqual([
      ['a', 0],
      ['b', 0],
    ]);
    expect([lines, changes()]).toEqual([[], 2]);
    worker.put(notice('c'));
    await clock.advance(600_000);
    expect(worker.entries()).toHaveLength(3);
  });

  it('stops waiting for its next try when it is stopped', async () => {
    const { worker, clock, calls } = setUp(() => failed('no'));
    worker.put(notice('a'));
    await clock.advance(0);
    await worker.stop();
    await clock.advance(600_000);
    expect(calls).toHaveLength(1);
  });
});

describe('backOffMs', () => {
  it.each([
    [1, 0, 2500],
    [1, 1, 5000],
    [2, 1, 10_000],
    [8, 1, 640_000],
    [9, 1, 900_000],
    [1000, 0, 450_000],
  ])('after %d tries, at random %d: %d', (tries, random, expected) => {
    expect(backOffMs(tries, random, PACE)).toBe(expected);
  });
});
