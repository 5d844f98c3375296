import { describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createQueue } from './queue.ts';
import { createSender } from './sender.ts';
import { createValueLog } from './value-log.ts';
import type { DeliveryVerdict } from './verdict.ts';

const SENT: DeliveryVerdict = { kind: 'sent', answer: 'status 204' };
const DOWN: DeliveryVerdict = { kind: 'again', answer: 'status 503' };
const TOO_OLD: DeliveryVerdict = { kind: 'drop', answer: 'too old sample', isTooOld: true };

/** A target with scripted replies; after the script it accepts everything. */
function rig(
  script: (
    text: string,
    call: number,
    signal: AbortSignal,
  ) => DeliveryVerdict | Promise<DeliveryVerdict> = () => SENT,
  folder: string | null = null,
  { live = 0, isOrderFree = false } = {},
) {
  const clock = createFakeClock();
  const calls: string[] = [];
  const log: string[] = [];
  const queue = createQueue({
    folder,
    mostBytes: 1e6,
    maxAgeMs: 1e9,
    clock,
    onProblem: () => {},
  });
  const sender = createSender({
    queue,
    send: async (bytes, signal) => {
      const text = Buffer.from(bytes).toString();
      calls.push(text);
      return script(text, calls.length, signal);
    },
    split: (bytes) =>
      bytes.length < 2
        ? null
        : [bytes.subarray(0, Math.ceil(bytes.length / 2)), bytes.subarray(Math.ceil(bytes.length / 2))],
    clock,
    random: () => 1,
    timeoutMs: 10_000,
    livePerSecond: () => live,
    isOrderFree,
    log: createValueLog({
      name: 'Exporter x',
      queue,
      clock,
      log: (level, text) => void log.push(`${level} ${text}`),
    }),
  });
  const put = async (text: string) => {
    await queue.put({ bytes: Buffer.from(text), samples: text.length, time: clock.now() });
    sender.wake();
    await settle();
  };
  /** File operations take turns of the event loop that no clock counts. */
  const settle = async () => {
    for (let turn = 0; turn < 40; turn += 1) await new Promise(setImmediate);
  };
  const advance = async (ms: number) => {
    await clock.advance(ms);
    await settle();
  };
  return { clock, calls, log, queue, sender, put, advance, settle };
}

describe('a sender', () => {
  it('is starting until its first try has delivered something', async () => {
    let finish = (_verdict: DeliveryVerdict): void => {};
    const { sender, put, settle } = rig(() => new Promise((resolve) => (finish = resolve)));
    await put('a');
    expect(sender.state()).toMatchObject({ state: 'starting', lastTry: expect.any(Number) as number });
    finish(SENT);
    await settle();
    expect(sender.state().state).toBe('ok');
  });

  it('sends in order and counts', async () => {
    const { put, calls, sender } = rig();
    await put('ab');
    await put('c');
    expect(calls).toEqual(['ab', 'c']);
    expect(sender.state()).toMatchObject({ state: 'ok', sentSamples: 3, sentBytes: 3, failures: 0 });
  });

  it.each([
    [0, 10],
    [8, 40],
  ])('sends what has piled up beside %d requests a second at no more than %d', async (live, most) => {
    const { put, calls, advance } = rig((_, call) => (call === 1 ? DOWN : SENT), null, { live });
    for (let index = 0; index < 100; index += 1) await put(`${index}`);
    await advance(1000);
    // As long as the outage, since every random number is 1.
    await advance(1000);
    const before = calls.length;
    await advance(1000);
    expect(calls.length - before).toBeLessThanOrEqual(most);
    expect(calls.length - before).toBeGreaterThan(most / 2);
    expect(calls.slice(1)).toEqual(calls.slice(1).map((_, index) => `${index}`));
  });

  it('repeats the same bytes with growing pauses, and says so once', async () => {
    const { put, calls, log, sender, advance } = rig((_, call) => (call <= 3 ? DOWN : SENT));
    await put('ab');
    expect(sender.state()).toMatchObject({ state: 'failing', reason: 'status 503', failures: 1 });
    await advance(999);
    expect(calls).toHaveLength(1);
    await advance(1);
    expect(calls).toHaveLength(2);
    await advance(2000);
    await advance(4000);
    expect(calls).toEqual(['ab', 'ab', 'ab', 'ab']);
    expect(sender.state()).toMatchObject({ state: 'ok', sentSamples: 2, failedRequests: 3, repeated: 3 });
    expect(log).toEqual([
      'WARNING Exporter x does not take values: status 503. They are kept and sent later.',
      'INFO Exporter x takes values again.',
    ]);
  });

  it('begins again at random after an outage, so that a fleet does not come back at once', async () => {
    let isDown = true;
    const { put, calls, advance, sender, clock } = rig(() => (isDown ? DOWN : SENT));
    for (const text of ['a', 'b', 'c']) await put(text);
    for (let minute = 0; minute < 4; minute += 1) await advance(60_000);
    isDown = false;
    // The next attempt is three seconds later.
    await advance(5000);
    const before = calls.length;
    expect(calls.at(-1)).toBe('a');
    const { nextTry } = sender.state();
    const left = (nextTry ?? 0) - clock.now();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(30_000);
    await advance(left - 1);
    expect(calls).toHaveLength(before);
    await advance(1);
    expect(calls[before]).toBe('b');
  });

  it('has the newest in one of four requests, where the target takes them in any order', async () => {
    let isDown = true;
    const { put, calls, advance } = rig(() => (isDown ? DOWN : SENT), null, { isOrderFree: true });
    for (let index = 0; index < 12; index += 1) {
      await put(`${index}`);
      await advance(10_000);
    }
    isDown = false;
    calls.length = 0;
    // An attempt with its random numbers and the pauses between requests.
    for (let second = 0; second < 120; second += 1) await advance(1000);
    expect(calls.map(Number)).toEqual([0, 1, 11, 2, 3, 4, 10, 5, 6, 7, 9, 8]);
  });

  it('waits as long as the target asks', async () => {
    const { put, calls, advance, sender } = rig((_, call) =>
      call === 1 ? { ...DOWN, retryAfterMs: 30_000 } : SENT,
    );
    await put('a');
    expect(sender.state()).toMatchObject({ state: 'paused', reason: 'status 503' });
    await advance(29_000);
    expect(calls).toHaveLength(1);
    await advance(1000);
    expect(calls).toHaveLength(2);
  });

  it('tries again at once when told to', async () => {
    const { put, calls, sender, settle } = rig((_, call) =>
      call === 1 ? { kind: 'wait', answer: 'status 401' } : SENT,
    );
    await put('a');
    sender.flush();
    await settle();
    expect(calls).toHaveLength(2);
  });

  it('finds what is wrong in a batch by halves, and drops only that', async () => {
    const { put, calls, log, sender, queue } = rig((text) =>
      text.includes('x') ? { kind: 'split', answer: 'status 400' } : SENT,
    );
    await put('abxd');
    expect(calls).toEqual(['abxd', 'ab', 'xd', 'x', 'd']);
    expect(sender.state()).toMatchObject({ sentSamples: 3, refusedSamples: 1, state: 'ok' });
    expect(log).toEqual(['WARNING Exporter x refused 1 values: status 400.']);
    expect(queue.state().batches).toBe(0);
  });

  it('does not divide what is refused as a whole', async () => {
    const { put, calls, sender } = rig(() => ({ kind: 'drop', answer: 'status 410' }));
    await put('abcd');
    expect([calls, sender.state().refusedSamples]).toEqual([['abcd'], 4]);
  });

  it('drops with a batch that is too old what will be too old as well', async () => {
    let isDown = true;
    const { put, calls, advance, clock, queue } = rig((text) => {
      if (isDown) return DOWN;
      return clock.now() - Number(text) > 3_600_000 ? TOO_OLD : SENT;
    });
    for (let minute = 0; minute < 240; minute += 1) {
      await put(String(clock.now()));
      await clock.advance(60_000);
    }
    isDown = false;
    calls.length = 0;
    for (let minute = 0; minute < 5; minute += 1) await advance(60_000);
    await vi.waitFor(async () => {
      await advance(5000);
      expect(queue.state().batches).toBe(0);
    });
    // From four hours to one in steps of a quarter, in place of 180 batches that are refused one by one.
    const refused = calls.filter((text) => Number(text) < Number(calls.at(-1)) - 3_600_000).length;
    expect(refused).toBeLessThan(10);
    expect(queue.state().dropped.age).toBeGreaterThan(150);
  });

  it('takes a batch apart that meets errors again and again', async () => {
    const { put, calls, advance, sender } = rig((text) =>
      text.includes('x') ? { kind: 'again', answer: 'status 500' } : SENT,
    );
    await put('xa');
    for (let round = 0; round < 12; round += 1) await advance(60_000);
    expect(calls).toContain('x');
    expect(sender.state().failures).toBeGreaterThan(9);
  });

  it('gives a target its time, and no more', async () => {
    const { put, advance, sender } = rig(
      (_, __, signal) =>
        new Promise<DeliveryVerdict>((resolve) =>
          signal.addEventListener('abort', () => resolve({ kind: 'again', answer: 'aborted' })),
        ),
    );
    await put('a');
    expect(sender.state().state).toBe('starting');
    await advance(10_000);
    expect(sender.state()).toMatchObject({
      state: 'failing',
      reason: 'no answer within 10 s; check host, port and protocol, or raise timeout',
    });
  });

  it('says so when a try does not end, and ends without it', async () => {
    const { put, advance, sender, clock } = rig(() => new Promise<DeliveryVerdict>(() => {}));
    await put('a');
    await advance(10_000);
    expect(sender.state()).toMatchObject({
      state: 'stalled',
      reason: 'no answer within 10 s, and the try does not end',
      failingSince: clock.now(),
    });
    const stopped = sender.stop();
    await advance(1000);
    await stopped;
  });

  it('keeps what waits when the agent ends, and sends it after the next start', async () => {
    const folder = `${temporaryTree()}/q`;
    const first = rig(() => DOWN, folder);
    await first.put('a');
    await first.put('b');
    await first.sender.stop();
    const second = rig(() => SENT, folder);
    await second.queue.load();
    await second.advance(100_000);
    second.sender.resume();
    second.sender.wake();
    await second.advance(29_999);
    expect(second.calls).toEqual([]);
    await vi.waitFor(async () => {
      await second.advance(100);
      expect(second.calls).toHaveLength(2);
    });
    expect(second.calls).toEqual(['a', 'b']);
    // Waits until its files are gone.
    await second.sender.stop();
  });
});

it.each([10_800_000, -10_800_000])('waits as long as before when the clock is set by %i ms', async (step) => {
  const { put, sender, clock, advance, calls, log } = rig(() => DOWN);
  await put('a');
  const before = sender.state();
  expect([before.nextTry, before.failingSince]).toEqual([clock.now() + 1000, clock.now()]);
  clock.step(step);
  const { nextTry, failingSince } = sender.state();
  expect([nextTry, failingSince]).toEqual([clock.now() + 1000, clock.now()]);
  await advance(1000);
  expect(calls).toEqual(['a', 'a']);
  expect(sender.state().failingSince).toBe(clock.now() - 1000);
  await advance(3_000_000);
  expect(log).toHaveLength(1);
  await advance(700_000);
  expect(log).toHaveLength(2);
});
