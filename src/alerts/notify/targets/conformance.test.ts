/** Promises of all notification targets, tested against their receivers (`test/support/target-peers.ts`). */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hasOpenssl } from '../../../../test/support/certificates.ts';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import { keptLog, notifyOptions, sampleNotice } from '../../../../test/support/notify.ts';
import { RECEIVERS, type Receiver, secretTexts, UNWELCOME } from '../../../../test/support/target-peers.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { createToldMemory } from '../../../../test/support/told-memory.ts';
import { REDACTED } from '../../../core/redact.ts';
import { createNotifier, type Notifier } from '../notifier.ts';
import { TARGET_TYPES } from './index.ts';

const BEGIN = 1_767_225_600;
/** Types of alerts, one after the other, a minute apart. */
const NAMES = ['ALPHA', 'BRAVO', 'CHARLIE', 'DELTA', UNWELCOME, 'FOXTROT'];

/** Markup of all services, headers, and syntax of shells. */
const HOSTILE = {
  item: `/mnt/'"$(evil) *b* \`c\` <!channel> <@U1> @everyone [x](http://e.test) ~~s~~ ||p|| :o: \\ + # {{x}}`,
  desc: '<b>&amp;</b> <t:1:R>\r\nX-Evil: 1\r\n.\r\nQUIT\r\n',
  top: ['@here', '# big', '```', '"], "evil": ["'],
};

const noticeOf = (name: string) =>
  sampleNotice('begin', {
    id: NAMES.indexOf(name) + 1,
    type: name,
    begin: BEGIN + NAMES.indexOf(name) * 60,
    ...(name === 'DELTA' && HOSTILE),
  });

/** Everything from a first message to one after a refusal, over two restarts. */
async function course(receiver: Receiver) {
  const folder = temporaryTree();
  const memory = createToldMemory();
  const { lines, log } = keptLog();
  const start = (): Notifier => {
    const notifier = createNotifier({
      targets: [receiver.target],
      options: notifyOptions(),
      clock: createFakeClock(),
      log,
      folder,
      random: () => 1,
      memory,
      current: () => null,
      send: (delivery, context) => receiver.send(delivery, context),
    });
    notifier.start();
    return notifier;
  };
  /** Each attempt is logged. */
  const attempts = async (count: number): Promise<void> => {
    while (lines.length < count) await setTimeout(2);
  };

  const first = start();
  await first.notify(noticeOf('ALPHA'));
  await attempts(1);
  receiver.mood = 'lost';
  await first.notify(noticeOf('BRAVO'));
  await attempts(2);
  await first.stop();
  receiver.mood = 'down';
  const second = start();
  await attempts(3);
  await second.notify(noticeOf('CHARLIE'));
  await second.stop();
  receiver.mood = 'up';
  const third = start();
  await attempts(5);
  for (const name of ['DELTA', ...(receiver.refuses ? [UNWELCOME] : []), 'FOXTROT'])
    await third.notify(noticeOf(name));
  await attempts(receiver.refuses ? 8 : 7);
  await third.stop();
  const taken = receiver.taken.map((one) => ({
    ...one,
    name: NAMES.find((name) => one.body.includes(name) || one.head.includes(name)) ?? '',
  }));
  return { lines, taken };
}

it('are all types', () => {
  expect(Object.keys(RECEIVERS).sort()).toEqual(TARGET_TYPES.map(({ type }) => type).sort());
});

describe.skipIf(!hasOpenssl()).each(Object.keys(RECEIVERS))('%s', (type) => {
  let receiver: Receiver;
  let lines: string[] = [];
  let taken: Awaited<ReturnType<typeof course>>['taken'] = [];

  it('sends in order, after failures and restarts too, and repeats only what was not confirmed', async () => {
    receiver = await (RECEIVERS[type] as (type: string) => Promise<Receiver>)(type);
    ({ lines, taken } = await course(receiver));
    expect(taken.map(({ name }) => name)).toEqual(['ALPHA', 'BRAVO', 'BRAVO', 'CHARLIE', 'DELTA', 'FOXTROT']);
  });

  it('repeats it under the same identity, where there is one', () => {
    expect(taken.every(({ id }) => (id !== null && id !== '') === receiver.hasIds)).toBe(true);
    if (receiver.hasIds) expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length - 1);
  });

  it('drops what is refused for good with its reason, and goes on', () => {
    const dropped = lines.filter((line) => line.startsWith('ERROR'));
    expect(dropped).toEqual(
      receiver.refuses
        ? [
            expect.stringMatching(
              new RegExp(`the begin of ${UNWELCOME} for "ops" \\(${type}\\) is dropped: \\S+`),
            ),
          ]
        : [],
    );
  });

  it('never makes syntax of a name', () => {
    expect(receiver.broken).toEqual([]);
    expect(taken.find(({ name }) => name === 'DELTA')?.head).not.toMatch(/evil|e\.test|everyone|mnt/i);
  });

  it('says since when, with the zone', () => {
    expect(taken.map(receiver.timeOf)).toEqual(
      taken.map(({ name }) => (BEGIN + NAMES.indexOf(name) * 60) * 1000),
    );
  });

  it('tells no secret', () => {
    const secrets = secretTexts(receiver.target);
    expect(secrets.filter((secret) => lines.join('\n').includes(secret))).toEqual([]);
    if (secrets.length > 0) expect(lines.join('\n')).toContain(REDACTED);
  });
});
