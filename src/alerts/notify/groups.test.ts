import { expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { keptLog, notifyOptions, sampleNotice, sampleTarget } from '../../../test/support/notify.ts';
import { createToldMemory } from '../../../test/support/told-memory.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import type { DeliveryVerdict } from '../../net/deliver/verdict.ts';
import { createNotifier } from './notifier.ts';
import type { HttpDelivery, TargetType } from './target-type.ts';

const SENT: DeliveryVerdict = { kind: 'sent', answer: '' };

/** A notifier that records its messages: kinds, types and times. */
function rig({ folder = null as string | null, clock = createFakeClock(), isSeparate = false } = {}) {
  const messages: [string, string[], number][] = [];
  const target = sampleTarget('webhook', { webhook_url: 'http://h.test', group_wait: '10' });
  const type = {
    ...target.type,
    ...(isSeparate && { separate: true }),
    compose: ({ notice, notices }): HttpDelivery => {
      messages.push([notice.kind, notices.map(({ event }) => event?.type ?? ''), clock.monotonic() / 1000]);
      return { protocol: 'http', url: new URL('http://h.test'), headers: {}, body: '' };
    },
  } as TargetType;
  const answers: DeliveryVerdict[] = [];
  const notifier = createNotifier({
    targets: [{ ...target, type }],
    options: notifyOptions(),
    clock,
    log: keptLog().log,
    folder,
    memory: createToldMemory(),
    current: () => null,
    send: async () => answers.shift() ?? SENT,
    random: () => 1,
  });
  notifier.start();
  const tell = (type: string, kind: 'begin' | 'end' = 'begin', id = type.charCodeAt(0), host = 'web1') =>
    notifier.notify({ ...sampleNotice(kind, { type, id }), host, subject: `${host} ${id}` });
  return { messages, tell, clock, notifier, answers };
}

it('sends alerts of 10 s as one message, and their ends likewise', async () => {
  const { messages, tell, clock } = rig();
  tell('a');
  await clock.advance(9000);
  tell('b');
  expect(messages).toEqual([]);
  await clock.advance(2000);
  expect(messages).toEqual([['begin', ['a', 'b'], 10]]);
  tell('c');
  tell('b', 'end');
  tell('a', 'end');
  await clock.advance(30_000);
  expect(messages.slice(1)).toEqual([
    ['begin', ['c'], 21],
    ['end', ['b', 'a'], 21],
  ]);
});

it('keeps hosts apart, and never says that an alert ended before it began', async () => {
  const { messages, tell, clock } = rig();
  tell('a');
  tell('b', 'begin', 1, 'web2');
  tell('c');
  tell('a', 'end');
  tell('d');
  await clock.advance(60_000);
  expect(messages.map(([kind, types]) => [kind, types])).toEqual([
    ['begin', ['a', 'c', 'd']],
    ['begin', ['b']],
    ['end', ['a']],
  ]);
});

it('sends each alert at once to a service that keeps an incident for each', async () => {
  const { messages, tell, clock } = rig({ isSeparate: true });
  tell('a');
  tell('b');
  await clock.advance(0);
  expect(messages).toEqual([
    ['begin', ['a'], 0],
    ['begin', ['b'], 0],
  ]);
});

it('sends the same group again after a failed try', async () => {
  const { messages, tell, clock, answers } = rig();
  answers.push({ kind: 'again', answer: 'status 503' });
  tell('a');
  tell('b');
  await clock.advance(11_000);
  tell('c');
  await clock.advance(120_000);
  expect(messages).toEqual([
    ['begin', ['a', 'b'], 10],
    ['begin', ['a', 'b'], 15],
    ['begin', ['c'], 21],
  ]);
});

it.each([5, 60])('neither loses nor repeats a group in a restart of %d s', async (pause) => {
  const folder = temporaryTree();
  const clock = createFakeClock();
  const before = rig({ folder, clock });
  before.tell('a');
  await clock.advance(1000);
  before.tell('b');
  await clock.advance(2000);
  await before.notifier.stop();
  await clock.advance(pause * 1000);
  const after = rig({ folder, clock });
  after.tell('c');
  // Files are read and written.
  await expect
    .poll(async () => {
      await clock.advance(1000);
      return after.messages.flatMap(([, types]) => types);
    })
    .toEqual(['a', 'b', 'c']);
  await clock.advance(60_000);
  expect(after.messages.map(([, types]) => types)).toEqual(
    pause === 5 ? [['a', 'b', 'c']] : [['a', 'b'], ['c']],
  );
  expect(before.messages).toEqual([]);
});

it.each([10_800_000, -10_800_000])('waits as long when the clock is set by %i ms', async (step) => {
  const { messages, tell, clock } = rig();
  tell('a');
  await clock.advance(5000);
  clock.step(step);
  await clock.advance(4000);
  expect(messages).toEqual([]);
  await clock.advance(2000);
  expect(messages).toEqual([['begin', ['a'], 10]]);
});
