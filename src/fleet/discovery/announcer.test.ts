import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { announcementOf, asReceived, createFakeLink, networkWith } from '../../../test/support/mdns.ts';
import { createAnnouncer } from './announcer.ts';
import { MDNS_PORT } from './link.ts';
import type { Network } from './networks.ts';
import { describeServer, recordsOf, uniqueRecords } from './service.ts';
import type { MdnsMessage } from './wire.ts';

const naming = { host: 'db1', port: 61_208, protocol: 'rest' } as const;
const NEIGHBOUR = { address: '10.0.0.9', port: MDNS_PORT };
const browse = asReceived({ type: 'query', questions: [{ name: '_glances._tcp.local', type: 'PTR' }] });

function setUp({ networks = [networkWith('10.0.0.5')] }: { networks?: Network[] } = {}) {
  const clock = createFakeClock();
  const lines: string[] = [];
  // Sent messages come back, as from a real network.
  const link = createFakeLink(
    () => networks,
    (message) => announcer.receive(message, { address: '10.0.0.5', port: MDNS_PORT }),
  );
  const announcer = createAnnouncer({
    naming,
    addressesIn: ({ addresses }) => addresses,
    link,
    clock,
    log: { write: (_, text) => void lines.push(text) },
  });
  const start = async (): Promise<void> => {
    announcer.setNetworks(networks);
    await clock.advance(10_000);
    link.take();
  };
  return { announcer, clock, link, lines, start };
}

const instanceOf = (message: MdnsMessage | undefined): string | undefined =>
  message?.answers.find(({ type }) => type === 'SRV')?.name.split('.')[0];

describe('a server', () => {
  it('claims its names three times, then announces them three times', async () => {
    const { announcer, clock, link, lines } = setUp();
    announcer.setNetworks([networkWith('10.0.0.5')]);
    await clock.advance(10_000);
    expect(link.sent.map(({ type }) => type)).toEqual([
      'query',
      'query',
      'query',
      'response',
      'response',
      'response',
    ]);
    expect(link.sent[0]?.authorities.map(({ type }) => type)).toEqual(['SRV', 'TXT', 'A']);
    expect(lines).toEqual(['Announced on the local network as db1:61208._glances._tcp.local.']);
  });

  it('tells each network the address it has there', async () => {
    const networks = [networkWith('10.0.0.5'), networkWith('192.168.7.5', 'eth1')];
    const { announcer, clock, link } = setUp({ networks });
    announcer.setNetworks(networks);
    await clock.advance(2000);
    const addresses = link.sent
      .filter(({ type }) => type === 'response')
      .map(({ answers }) => answers.filter(({ type }) => type === 'A').map(({ data }) => data));
    expect(addresses.slice(0, 2)).toEqual([['10.0.0.5'], ['192.168.7.5']]);
  });

  it('waits for a network', async () => {
    const { announcer, clock, link } = setUp({ networks: [] });
    announcer.setNetworks([]);
    await clock.advance(10_000);
    expect(link.sent).toEqual([]);
  });

  it('answers those who look, all who ask at once together', async () => {
    const { announcer, clock, link, start } = setUp();
    await start();
    announcer.receive(browse, NEIGHBOUR);
    announcer.receive(browse, NEIGHBOUR);
    await clock.advance(150);
    expect(link.take().map(instanceOf)).toEqual([undefined]);
    announcer.receive(browse, NEIGHBOUR);
    await clock.advance(500);
    expect(link.take()).toEqual([]);
    await clock.advance(600);
    expect(link.take()).toHaveLength(1);
  });

  it('answers those who ask from another port themselves, and few of them', async () => {
    const { announcer, link, start } = setUp();
    await start();
    const from = { address: '10.0.0.9', port: 40_000 };
    for (let count = 0; count < 100; count += 1) announcer.receive({ ...browse, id: 7 }, from);
    expect(link.sent).toEqual([]);
    expect(link.replies).toHaveLength(20);
    const { message, to } = link.replies[0] ?? {};
    expect(to).toEqual(from);
    expect(message).toMatchObject({ id: 7, questions: browse.questions });
    expect(message?.answers.map(({ ttl, flush }) => [ttl, flush])).toEqual([[10, false]]);
  });

  it('says goodbye, once', async () => {
    const { announcer, clock, link, start } = setUp();
    await start();
    await announcer.goodbye();
    expect(link.take().map(({ answers }) => answers.map(({ type, ttl }) => [type, ttl]))).toEqual([
      ['PTR', 'SRV', 'TXT', 'A'].map((type) => [type, 0]),
    ]);
    announcer.receive(browse, NEIGHBOUR);
    await clock.advance(10_000);
    expect(link.sent).toEqual([]);
  });

  it('says it has another address', async () => {
    const { announcer, clock, link, start } = setUp();
    await start();
    announcer.setNetworks([networkWith('10.0.0.5')]);
    await clock.advance(10_000);
    expect(link.take()).toHaveLength(3);
  });
});

describe('a name', () => {
  const other = announcementOf(naming, '10.0.0.9');

  it('that others have is left to them', async () => {
    const { announcer, clock, link, lines } = setUp();
    announcer.setNetworks([networkWith('10.0.0.5')]);
    await clock.advance(300);
    announcer.receive(other, NEIGHBOUR);
    await clock.advance(5000);
    expect(instanceOf(link.sent.at(-1))).toBe('db1-2:61208');
    expect(lines).toEqual(['Announced on the local network as db1-2:61208._glances._tcp.local.']);
  });

  it('is claimed again when somebody else claims to have it, and left if they insist', async () => {
    const { announcer, clock, link, start } = setUp();
    await start();
    announcer.receive(other, NEIGHBOUR);
    await clock.advance(5000);
    expect(link.sent.map(instanceOf).at(-1)).toBe('db1:61208');
    announcer.receive(other, NEIGHBOUR);
    await clock.advance(1100);
    announcer.receive(other, NEIGHBOUR);
    await clock.advance(5000);
    expect(link.sent.map(instanceOf).at(-1)).toBe('db1-2:61208');
  });

  it('that was in question while somebody waited for an answer is told to those who ask later', async () => {
    const { announcer, clock, link, start } = setUp();
    await start();
    announcer.receive(browse, NEIGHBOUR);
    announcer.receive(other, NEIGHBOUR);
    await clock.advance(10_000);
    link.take();
    announcer.receive(browse, NEIGHBOUR);
    await clock.advance(150);
    expect(link.take()).toHaveLength(1);
  });

  it('is defended against those who claim it later', async () => {
    const { announcer, clock, link, start } = setUp();
    await start();
    const { name, target } = describeServer(naming);
    const claim = asReceived({
      type: 'query',
      questions: [name, target].map((one) => ({ name: one, type: 'ANY' })),
      authorities: uniqueRecords(describeServer(naming), ['10.0.0.9']),
    });
    announcer.receive(claim, NEIGHBOUR);
    await clock.advance(250);
    expect(link.sent.map(instanceOf)).toEqual(['db1:61208']);
  });

  it('claimed at the same time goes to one of two', async () => {
    const clock = createFakeClock();
    const networks = { a: networkWith('10.0.0.5'), b: networkWith('10.0.0.9') };
    const announced: string[] = [];
    const create = (key: 'a' | 'b') =>
      createAnnouncer({
        naming,
        addressesIn: ({ addresses }) => addresses,
        link: createFakeLink(
          () => [networks[key]],
          (message) => {
            const from = { address: networks[key].address, port: MDNS_PORT };
            for (const one of both) one.receive(message, from);
          },
        ),
        clock,
        log: { write: (_, text) => void announced.push(`${key} ${text.split(' ').at(-1)?.split('.')[0]}`) },
      });
    const both = [create('a'), create('b')];
    both[0]?.setNetworks([networks.a]);
    both[1]?.setNetworks([networks.b]);
    await clock.advance(10_000);
    expect(announced).toEqual(['b db1:61208', 'a db1-2:61208']);
  });

  it('is not looked for without end', async () => {
    const { announcer, clock, link, lines } = setUp();
    announcer.setNetworks([networkWith('10.0.0.5')]);
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      await clock.advance(300);
      const taken = describeServer(naming, attempt);
      announcer.receive(asReceived({ type: 'response', answers: recordsOf(taken, ['10.0.0.9']) }), NEIGHBOUR);
    }
    link.take();
    await clock.advance(100_000);
    expect(link.sent).toEqual([]);
    expect(lines).toEqual(['Not announced on the local network: 20 names are in use by others.']);
  });
});
