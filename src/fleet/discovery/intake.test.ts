import { expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { announcementOf } from '../../../test/support/mdns.ts';
import { createIntake } from './run.ts';
import { MDNS_PORT } from './link.ts';
import { encodeMessage, type MdnsMessage } from './wire.ts';

const FROM = { address: '10.0.0.5', port: MDNS_PORT };
const announcement = encodeMessage(
  announcementOf({ host: 'db1', port: 61_208, protocol: 'rest' }, '10.0.0.5'),
);

function setUp() {
  const clock = createFakeClock();
  const taken: MdnsMessage[] = [];
  const take = createIntake({
    clock,
    words: () => ['_glances'],
    onMessage: (message) => void taken.push(message),
  });
  return { clock, take, taken };
}

it('takes what is about servers, whatever the case of its letters', () => {
  const { take, taken } = setUp();
  take(announcement, FROM);
  take(Buffer.from(announcement.toString('latin1').replaceAll('_glances', '_GLANCES'), 'latin1'), FROM);
  expect(taken).toHaveLength(2);
});

it('reads nothing about other things', () => {
  const { take, taken } = setUp();
  take(encodeMessage({ type: 'query', questions: [{ name: '_ipp._tcp.local', type: 'PTR' }] }), FROM);
  expect(taken).toEqual([]);
});

it('takes questions from any port, answers from that of multicast DNS only', () => {
  const { take, taken } = setUp();
  const elsewhere = { ...FROM, port: 40_000 };
  take(announcement, elsewhere);
  take(
    encodeMessage({ type: 'query', questions: [{ name: '_glances._tcp.local', type: 'PTR' }] }),
    elsewhere,
  );
  expect(taken.map(({ type }) => type)).toEqual(['query']);
});

it('cuts floods, and takes more after a while', async () => {
  const { clock, take, taken } = setUp();
  for (let count = 0; count < 5000; count += 1) take(announcement, FROM);
  expect(taken).toHaveLength(3000);
  await clock.advance(1000);
  for (let count = 0; count < 5000; count += 1) take(announcement, FROM);
  expect(taken).toHaveLength(3300);
});
