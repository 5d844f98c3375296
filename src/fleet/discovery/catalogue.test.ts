import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../test/support/full-run.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { announcementOf, asReceived, withRecords } from '../../../test/support/mdns.ts';
import { protocolOf } from './found-server.ts';
import { createCatalogue } from './catalogue.ts';
import { describeServer, type Naming } from './service.ts';
import { decodeMessage, encodeMessage, type ResourceRecord } from './wire.ts';

const naming: Naming = { host: 'db1', port: 61_208, protocol: 'rest' };
const SENDER = '10.0.0.5';
const KEY = 'db1:61208._glances._tcp.local.';

function setUp() {
  const clock = createFakeClock();
  const told: string[] = [];
  const catalogue = createCatalogue({
    clock,
    onFound: ({ name, ip, port, protocol }) => void told.push(`+ ${name} ${ip} ${port} ${protocol}`),
    onLost: (key) => void told.push(`- ${key}`),
    onFull: (most) => void told.push(`full ${most}`),
    isNear: (address) => address.startsWith('10.0.0.'),
  });
  /** Sweeps every second, as the browser does; returns the queries. */
  const pass = async (seconds: number): Promise<string[]> => {
    const asked: string[] = [];
    for (let second = 0; second < seconds; second += 1) {
      await clock.advance(1000);
      asked.push(...catalogue.sweep().map(({ name, type }) => `${type} ${name}`));
    }
    return asked;
  };
  return { catalogue, clock, told, pass };
}

const response = (...answers: ResourceRecord[]) => asReceived({ type: 'response', answers });
const changed = (change: (record: ResourceRecord) => ResourceRecord) =>
  withRecords(announcementOf(naming, SENDER), change);

describe('a server', () => {
  it('is found once, however often it is announced', () => {
    const { catalogue, told } = setUp();
    for (let time = 0; time < 3; time += 1) catalogue.learn(announcementOf(naming, SENDER), SENDER);
    expect(told).toEqual(['+ db1 10.0.0.5 61208 rest']);
  });

  it('is found when its records come one by one, in any order, and asked for what is missing', async () => {
    const { catalogue, told, pass } = setUp();
    const { answers } = announcementOf(naming, SENDER);
    const [pointer, , service, text, address] = answers.map((answer) => response(answer));
    catalogue.learn(pointer!, SENDER);
    expect(await pass(1)).toEqual([`SRV ${KEY.slice(0, -1)}`, `TXT ${KEY.slice(0, -1)}`]);
    catalogue.learn(text!, SENDER);
    catalogue.learn(service!, SENDER);
    expect(await pass(2)).toEqual(['A db1-61208.local', 'AAAA db1-61208.local']);
    expect(catalogue.awaited()).toEqual(['db1-61208']);
    expect(told).toEqual([]);
    catalogue.learn(address!, SENDER);
    expect(told).toEqual(['+ db1 10.0.0.5 61208 rest']);
    expect(await pass(30)).toEqual([]);
  });

  it('that never says where it is is forgotten', async () => {
    const { catalogue, told, pass } = setUp();
    catalogue.learn(response(announcementOf(naming).answers[0]!), SENDER);
    expect(await pass(120)).toHaveLength(8);
    expect(catalogue.knownAnswers()).toEqual([]);
    expect(told).toEqual([]);
  });

  it('is lost a second after its goodbye', async () => {
    const { catalogue, told, pass } = setUp();
    catalogue.learn(announcementOf(naming, SENDER), SENDER);
    catalogue.learn(
      changed((record) => ({ ...record, ttl: 0 })),
      SENDER,
    );
    expect(told).toHaveLength(1);
    await pass(1);
    expect(told.slice(1)).toEqual([`- ${KEY}`]);
  });

  it('stays when another message takes its goodbye back', async () => {
    const { catalogue, told, pass } = setUp();
    catalogue.learn(
      changed((record) => ({ ...record, ttl: 0 })),
      SENDER,
    );
    catalogue.learn(announcementOf(naming, SENDER), SENDER);
    await pass(10);
    expect(told).toEqual(['+ db1 10.0.0.5 61208 rest']);
  });

  it('is asked for again before its time is over, and lost then', async () => {
    const { catalogue, told, pass } = setUp();
    catalogue.learn(
      changed((record) => ({ ...record, ttl: 100 })),
      SENDER,
    );
    expect(await pass(79)).toEqual([]);
    expect(await pass(20)).toEqual(Array(4).fill('PTR _glances._tcp.local'));
    expect(told).toHaveLength(1);
    await pass(1);
    expect(told.slice(1)).toEqual([`- ${KEY}`]);
  });

  it.each([
    [0x7fffffff, 4500],
    [1, 10],
  ])('that wants to be known for %s s is for %s s', async (ttl, seconds) => {
    const { catalogue, told, pass } = setUp();
    catalogue.learn(
      changed((record) => ({ ...record, ttl })),
      SENDER,
    );
    await pass(seconds - 1);
    expect(told).toHaveLength(1);
    await pass(1);
    expect(told).toHaveLength(2);
  });

  it('that changes its port, protocol or address is told again', async () => {
    const { catalogue, told, pass } = setUp();
    catalogue.learn(announcementOf(naming, SENDER), SENDER);
    catalogue.learn(
      changed((record) =>
        record.type === 'SRV' ? { ...record, data: { ...record.data, port: 8080 } } : record,
      ),
      SENDER,
    );
    catalogue.learn(announcementOf(naming, '10.0.0.6'), '10.0.0.6');
    await pass(2);
    expect(told).toEqual([
      '+ db1 10.0.0.5 61208 rest',
      '+ db1 10.0.0.5 8080 rest',
      '+ db1 10.0.0.5 61208 rest',
      '+ db1 10.0.0.6 61208 rest',
    ]);
  });

  it('in two networks keeps the address under which it was found', async () => {
    const { catalogue, told, pass } = setUp();
    for (let time = 0; time < 4; time += 1) {
      catalogue.learn(announcementOf(naming, '10.0.0.5'), '10.0.0.5');
      catalogue.learn(announcementOf(naming, '192.168.7.5'), '192.168.7.5');
      // Announcements in both networks arrive from both within a moment.
      catalogue.learn(announcementOf(naming, '10.0.0.5'), '10.0.0.5');
      await pass(60);
    }
    expect(told).toEqual(['+ db1 10.0.0.5 61208 rest']);
  });
});

describe('what is made up', () => {
  const { name } = describeServer(naming);

  it.each<[string, (record: ResourceRecord) => ResourceRecord]>([
    [
      'another type of service',
      (record) => (record.type === 'PTR' ? { ...record, name: '_http._tcp.local' } : record),
    ],
    [
      'a name of another type',
      (record) => (record.type === 'PTR' ? { ...record, data: 'x._http._tcp.local' } : record),
    ],
    ['no name', (record) => (record.type === 'PTR' ? { ...record, data: '_glances._tcp.local' } : record)],
    [
      'port 0',
      (record) => (record.type === 'SRV' ? { ...record, data: { ...record.data, port: 0 } } : record),
    ],
    [
      'no protocol',
      (record) => (record.type === 'TXT' ? { ...record, data: [Buffer.from('protocol')] } : record),
    ],
    [
      'another protocol',
      (record) => (record.type === 'TXT' ? { ...record, data: [Buffer.from('protocol=file')] } : record),
    ],
    ['this machine', (record) => (record.type === 'A' ? { ...record, data: '127.0.0.1' } : record)],
    ['no machine', (record) => (record.type === 'A' ? { ...record, data: '0.0.0.0' } : record)],
    [
      'a service of the cloud',
      (record) => (record.type === 'A' ? { ...record, data: '169.254.169.254' } : record),
    ],
    ['a group', (record) => (record.type === 'A' ? { ...record, data: '239.1.1.1' } : record)],
  ])('is not found: %s', (_, change) => {
    const { catalogue, told } = setUp();
    catalogue.learn(changed(change), SENDER);
    expect(told).toEqual([]);
  });

  it.each(['a\u0000b', 'a\u202eb', 'a\nb', '\ufffd'])('is not found: the name %j', (label) => {
    const { catalogue, told } = setUp();
    const rename = (record: ResourceRecord): ResourceRecord => {
      const full = `${label}.${name.split('.').slice(1).join('.')}`;
      return record.type === 'PTR' ? { ...record, data: full } : { ...record, name: full };
    };
    catalogue.learn(changed(rename), SENDER);
    expect(told).toEqual([]);
  });

  it('is left out beyond a number of servers, which is said once', () => {
    const { catalogue, told } = setUp();
    for (let index = 0; index < 5000; index += 1)
      catalogue.learn(announcementOf({ ...naming, host: `h${index}` }, SENDER), SENDER);
    expect(told.filter((line) => line.startsWith('+'))).toHaveLength(4096);
    expect(told.filter((line) => line.startsWith('full'))).toEqual(['full 4096']);
  });

  it('does no harm, whatever it is', () => {
    const valid = encodeMessage(announcementOf(naming, SENDER));
    const broken = fc
      .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 12 })
      .map((changes) => {
        const bytes = Buffer.from(valid);
        for (const [at, value] of changes) bytes[at] = value;
        return bytes;
      });
    fc.assert(
      fc.property(fc.array(broken, { maxLength: 5 }), (messages) => {
        const { catalogue, told } = setUp();
        for (const bytes of messages) {
          const message = decodeMessage(bytes);
          if (message !== null) catalogue.learn(message, SENDER);
        }
        catalogue.sweep();
        for (const line of told) expect(line).toMatch(/^[+-] [^\p{C}]+$/u);
      }),
      { numRuns: tries(500) },
    );
  });
});

it.each([
  [['protocol=rest', 'api=5'], 'rest'],
  [['API=5'], 'rest'],
  [['protocol=rpc', 'api=5'], 'rpc'],
  [['protocol=other', 'api=5'], null],
  [['x=1'], null],
])('TXT %j is %s', (texts, protocol) => {
  expect(protocolOf(texts.map((text) => Buffer.from(text)))).toBe(protocol);
});
