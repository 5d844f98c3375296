import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import {
  keptLog,
  notifyOptions,
  sampleEvent,
  sampleNotice,
  sampleTarget,
} from '../../../test/support/notify.ts';
import { createToldMemory } from '../../../test/support/told-memory.ts';
import { defer } from '../../../test/support/sampling.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import type { Disk } from '../../core/files/disk.ts';
import { createQueue } from '../../net/deliver/queue.ts';
import { backOffMs } from '../../net/deliver/sender.ts';
import type { DeliveryVerdict } from '../../net/deliver/verdict.ts';
import { createChannel, PACE } from './channel.ts';
import { noticeBytes, createOutbox } from './outbox.ts';

const failed = (answer: string, retryAfterMs = 0): DeliveryVerdict => ({
  kind: 'again',
  answer,
  retryAfterMs,
});
const refused = (answer: string): DeliveryVerdict => ({ kind: 'drop', answer });
const sent = (answer: string): DeliveryVerdict => ({ kind: 'sent', answer });

const YEAR_MS = 365 * 86_400_000;

const FOLDER = '/state/ops';

interface Waited {
  type: string;
  time: number;
}

/** A disk with the queue that an agent left when it ended. */
async function diskWith(waited: readonly Waited[]): Promise<Disk> {
  const disk = createMemoryDisk();
  const queue = createQueue({
    folder: FOLDER,
    disk,
    mostBytes: 1e6,
    maxAgeMs: Infinity,
    isDurable: true,
    clock: createFakeClock(),
    onProblem: (text) => expect.fail(text),
  });
  await queue.load();
  for (const { type, time } of waited) {
    const bytes = noticeBytes({ id: type, kind: 'begin', host: 'h', event: sampleEvent({ type }) });
    await queue.put({ bytes, samples: 1, time }, 0);
  }
  return disk;
}

function setUp(
  answer: (type: string, signal: AbortSignal, index: number) => DeliveryVerdict | Promise<DeliveryVerdict>,
  { size = 100, maxAttempts = 20, maxAge = 86_400, disk = null as Disk | null } = {},
  causeOf = async ({ type }: { type: string }): Promise<string | null> =>
    type === 'unknown' ? null : `because of ${type}`,
) {
  const clock = createFakeClock();
  const { lines, log } = keptLog();
  const calls: { type: string; at: number }[] = [];
  const causes: unknown[] = [];
  const outbox = createOutbox({
    name: 'ops',
    folder: disk && FOLDER,
    ...(disk && { disk }),
    clock,
    log,
  });
  const channel = createChannel({
    target: sampleTarget('webhook', { webhook_url: 'http://h.test/webhook' }),
    options: { ...notifyOptions(), queue_size: size, max_tries: maxAttempts, max_age: maxAge },
    outbox,
    clock,
    log,
    memory: createToldMemory(),
    current: () => null,
    isSilenced: () => false,
    namesOf: () => null,
    isCurrent: () => true,
    causeOf,
    async send(delivery, { signal }) {
      const { event, cause } = JSON.parse(delivery.protocol === 'http' ? delivery.body : '{}');
      calls.push({ type: event.type, at: clock.monotonic() });
      causes.push(cause);
      return answer(event.type, signal, calls.length - 1);
    },
    random: () => 1,
  });
  const put = (type: string) => channel.take(sampleNotice('begin', { type }));
  const types = () => calls.map(({ type }) => type);
  const waiting = () =>
    outbox.queue.sequences().map((sequence) => outbox.notice(sequence)?.event?.type ?? 'unknown');
  return { channel, clock, advance: clock.advance, put, calls, causes, types, waiting, lines };
}

/** A server that accepts a message when the test allows it. */
const untilAborted = (signal: AbortSignal): Promise<DeliveryVerdict> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(failed('The operation was aborted')));
  });

describe('a channel', () => {
  it('does not wait for a cause that takes more than a quarter of a try', async () => {
    const { put, advance, types, causes } = setUp(
      () => sent('status 200'),
      { maxAttempts: 1 },
      () => new Promise(() => {}),
    );
    put('a');
    await advance(notifyOptions().timeout * 250 - 1);
    expect(types()).toEqual([]);
    await advance(1);
    expect([types(), causes]).toEqual([['a'], [undefined]]);
  });

  it('says the cause where one is known, not of ends', async () => {
    const { put, channel, advance, types, causes } = setUp(() => sent('status 200'));
    put('a');
    put('unknown');
    channel.take(sampleNotice('end', { type: 'a', end: 1_767_225_660 }));
    await advance(0);
    expect(types()).toEqual(['a', 'unknown', 'a']);
    expect(causes).toEqual(['because of a', undefined, undefined]);
  });

  it('sends in order, one at a time', async () => {
    const first = defer<DeliveryVerdict>();
    const { put, advance, types, waiting, lines } = setUp((type) =>
      type === 'a' ? first.promise : sent('status 200'),
    );
    for (const type of ['a', 'b', 'c']) put(type);
    await advance(0);
    expect(types()).toEqual(['a']);
    first.resolve(sent('status 204'));
    await advance(0);
    expect(types()).toEqual(['a', 'b', 'c']);
    expect(waiting()).toEqual([]);
    expect(lines[0]).toBe('INFO "ops" (webhook) took the notification of the begin of a: status 204.');
  });

  it('misses nothing that is put as it falls asleep', async () => {
    const { channel, put, advance, types } = setUp(() => sent(''));
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    channel.start();
    for (const type of letters) {
      put(type);
      for (let turn = 0; turn < type.charCodeAt(0) - 97; turn += 1) await Promise.resolve();
    }
    await advance(0);
    expect(types()).toEqual(letters);
  });

  it('tries again with growing pauses, and keeps the order', async () => {
    const { put, advance, calls, lines } = setUp((_, __, index) =>
      index < 4 ? failed('refused') : sent('ok'),
    );
    put('a');
    put('b');
    await advance(120_000);
    expect(calls).toEqual([
      { type: 'a', at: 0 },
      { type: 'a', at: 5000 },
      { type: 'a', at: 15_000 },
      { type: 'a', at: 35_000 },
      { type: 'a', at: 75_000 },
      { type: 'b', at: 75_000 },
    ]);
    expect(lines.filter((line) => line.startsWith('WARNING'))).toEqual([
      'WARNING "ops" (webhook) did not take a notification: refused; next try in 5 s.',
    ]);
    expect(lines.at(-2)).toMatch(/ok; tries: 5\.$/);
  });

  it('waits as long as the target asks', async () => {
    const { put, advance, calls } = setUp((_, __, index) =>
      index === 0 ? failed('status 429', 60_000) : sent(''),
    );
    put('a');
    await advance(59_000);
    expect(calls).toHaveLength(1);
    await advance(1000);
    expect(calls).toHaveLength(2);
  });

  it('drops a message after its last attempt', async () => {
    const { put, advance, types, lines } = setUp((type) => (type === 'a' ? failed('no') : sent('ok')), {
      maxAttempts: 3,
    });
    put('a');
    put('b');
    await advance(60_000);
    expect(types()).toEqual(['a', 'a', 'a', 'b']);
    expect(lines).toContain(
      'ERROR The notification of the begin of a for "ops" (webhook) is dropped: no; tries: 3.',
    );
  });

  it('drops a message that is too old', async () => {
    const { put, advance, types, waiting, lines } = setUp(() => failed('no'), { maxAge: 12 });
    put('a');
    await advance(60_000);
    expect(types()).toEqual(['a', 'a']);
    expect(lines.at(-1)).toBe(
      'ERROR The notification of the begin of a for "ops" (webhook) is dropped: it is too old.',
    );
    expect(waiting()).toEqual([]);
  });

  it('lets no step of the clock make a message old', async () => {
    const { put, advance, clock, types, lines } = setUp((_, __, index) =>
      index === 0 ? failed('no') : sent('ok'),
    );
    put('a');
    await advance(0);
    clock.step(10 * YEAR_MS);
    await advance(60_000);
    expect(types()).toEqual(['a', 'a']);
    expect(lines.at(-1)).toMatch(/took the notification/);
  });

  it.each([
    ['a day ago', -86_400_001, 0],
    ['just now', -1000, 1],
    ['before the clock had been set', -50 * YEAR_MS, 1],
    ['in the future, by a clock that was wrong', 10 * YEAR_MS, 1],
  ])('judges what waited since %s', async (_, offset, count) => {
    const disk = await diskWith([{ type: 'a', time: createFakeClock().now() + offset }]);
    const { channel, advance, types } = setUp(() => sent('ok'), { disk });
    channel.start();
    await advance(0);
    expect(types()).toHaveLength(count);
  });

  it('drops at once a message that would be refused again', async () => {
    const { put, advance, types, lines } = setUp(() => refused('status 404'));
    put('a');
    await advance(60_000);
    expect(types()).toEqual(['a']);
    expect(lines).toEqual([
      'ERROR The notification of the begin of a for "ops" (webhook) is dropped: status 404.',
    ]);
  });

  it('ends a try that takes too long', async () => {
    const { put, advance, calls, lines } = setUp((_, signal, index) =>
      index === 0 ? untilAborted(signal) : sent(''),
    );
    put('a');
    await advance(9999);
    expect(calls).toHaveLength(1);
    expect(lines).toEqual([]);
    await advance(1);
    expect(lines).toEqual([
      'WARNING "ops" (webhook) did not take a notification: no answer within 10 s; check host, port and protocol, or raise timeout; next try in 5 s.',
    ]);
    await advance(5000);
    expect(calls).toHaveLength(2);
  });

  it('drops the oldest when too many wait, but not the one that is being sent', async () => {
    const first = defer<DeliveryVerdict>();
    const { put, advance, types, waiting, lines } = setUp(
      (_, __, index) => (index === 0 ? first.promise : sent('')),
      { size: 3 },
    );
    for (const type of ['a', 'b', 'c', 'd', 'e']) {
      put(type);
      await advance(0);
    }
    expect(waiting()).toEqual(['a', 'd', 'e']);
    expect(lines).toEqual(
      ['b', 'c'].map(
        (type) =>
          `WARNING The notification of the begin of ${type} for "ops" (webhook) is dropped: too many wait.`,
      ),
    );
    first.resolve(sent(''));
    await advance(0);
    expect(types()).toEqual(['a', 'd', 'e']);
  });

  it('goes on with what waited, but no more than there is room for', async () => {
    const time = createFakeClock().now();
    const disk = await diskWith(['a', 'b', 'c'].map((type) => ({ type, time })));
    const { channel, advance, types } = setUp(() => sent(''), { disk, size: 2 });
    await advance(1000);
    expect(types()).toEqual([]);
    channel.start();
    await advance(0);
    expect(types()).toEqual(['b', 'c']);
  });

  it('keeps what is being sent when it is stopped', async () => {
    const { channel, put, advance, waiting, lines } = setUp((_, signal) => untilAborted(signal));
    put('a');
    put('b');
    await advance(0);
    await channel.stop();
    expect(waiting()).toEqual(['a', 'b']);
    expect(lines).toEqual([]);
    put('c');
    await advance(60_000);
    expect(waiting()).toEqual(['a', 'b', 'c']);
  });

  it('stops waiting for its next try when it is stopped', async () => {
    const { channel, put, advance, calls } = setUp(() => failed('no'));
    put('a');
    await advance(0);
    await channel.stop();
    await advance(60_000);
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
  ])('after %d tries, at random %d: %d', (attempts, random, expected) => {
    expect(backOffMs(attempts, random, PACE)).toBe(expected);
  });
});
