import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { announcementOf, createFakeLink, networkWith } from '../../../test/support/mdns.ts';
import { createBrowser } from './browser.ts';
import { MDNS_PORT } from './link.ts';
import type { MdnsMessage } from './wire.ts';

const FROM = { address: '10.0.0.5', port: MDNS_PORT };
const ofHost = (host: string): MdnsMessage =>
  announcementOf({ host, port: 61_208, protocol: 'rest' }, FROM.address);

function setUp() {
  const clock = createFakeClock();
  const networks = [networkWith('10.0.0.1')];
  const link = createFakeLink(() => networks);
  const told: string[] = [];
  const browser = createBrowser({
    browsing: {
      onFound: ({ name }) => void told.push(`+${name}`),
      onLost: (key) => void told.push(`-${key}`),
    },
    link,
    clock,
    log: { write: () => {} },
  });
  browser.setNetworks(networks);
  return { browser, clock, link, networks, told };
}

const questionsOf = (messages: readonly MdnsMessage[]): string[] =>
  messages.flatMap(({ questions }) => questions.map(({ name, type }) => `${type} ${name}`));

describe('a browser', () => {
  it('asks all at the start, then less and less', async () => {
    const { clock, link } = setUp();
    const asked = [];
    for (const seconds of [1, 10, 60, 3600]) {
      await clock.advance(seconds * 1000);
      asked.push(questionsOf(link.take()).length);
    }
    expect(asked).toEqual([1, 2, 2, 4]);
  });

  it('asks again in another network', async () => {
    const { browser, clock, link, networks } = setUp();
    await clock.advance(60_000);
    link.take();
    browser.setNetworks(networks);
    await clock.advance(1000);
    expect(questionsOf(link.take())).toEqual(['PTR _glances._tcp.local']);
  });

  it('says what it knows, in as many messages as that takes', async () => {
    const { browser, clock, link, networks, told } = setUp();
    for (let index = 0; index < 30; index += 1) browser.receive(ofHost(`db${index}`), FROM);
    expect(told).toHaveLength(30);
    await clock.advance(60_000);
    link.take();
    browser.setNetworks(networks);
    await clock.advance(500);
    const sent = link.take();
    expect(
      sent.map(({ questions, answers, truncated }) => [questions.length, answers.length, truncated]),
    ).toEqual([
      [1, 12, true],
      [0, 12, true],
      [0, 6, false],
    ]);
  });

  it('asks for what a server has not said', async () => {
    const { browser, clock, link, told } = setUp();
    await clock.advance(2000);
    link.take();
    const whole = ofHost('db1');
    browser.receive({ ...whole, answers: whole.answers.filter(({ type }) => type === 'PTR') }, FROM);
    await clock.advance(1000);
    const asked = ['SRV', 'TXT'].map((type) => `${type} db1:61208._glances._tcp.local`);
    expect(questionsOf(link.take())).toEqual(expect.arrayContaining(asked));
    browser.receive(whole, FROM);
    expect(told).toEqual(['+db1']);
  });

  it('says nothing more when it is stopped', async () => {
    const { browser, clock, link } = setUp();
    browser.stop();
    await clock.advance(100_000);
    expect(link.sent).toEqual([]);
  });
});
