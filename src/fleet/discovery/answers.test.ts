import { describe, expect, it } from 'vitest';
import { asReceived } from '../../../test/support/mdns.ts';
import { contradicts, goesFirst, replyTo } from './answers.ts';
import { describeServer, recordsOf, uniqueRecords } from './service.ts';
import type { MdnsMessage, ResourceRecord } from './wire.ts';

const server = describeServer({ host: 'db1', port: 61_208, protocol: 'rest' });
const ours = recordsOf(server, ['10.0.0.5']);
const types = (records: readonly ResourceRecord[] = []): string[] => records.map(({ type }) => type);
const question = (name: string, type: string, answers: ResourceRecord[] = []): MdnsMessage =>
  asReceived({ type: 'query', questions: [{ name, type }], answers });

describe('replyTo', () => {
  it('tells of the server and all that leads to it', () => {
    const reply = replyTo(question('_Glances._tcp.local', 'PTR'), ours);
    expect([types(reply?.answers), types(reply?.additionals)]).toEqual([['PTR'], ['SRV', 'TXT', 'A']]);
  });

  it.each([
    ['SRV', server.name, ['SRV']],
    ['ANY', server.name, ['SRV', 'TXT']],
    ['A', server.target, ['A']],
    ['AAAA', server.target, []],
    ['PTR', '_http._tcp.local', []],
    ['A', 'db1.local', []],
  ])('answers %s of %s with %j', (type, name, expected) => {
    expect(types(replyTo(question(name, type), ours)?.answers)).toEqual(expected);
  });

  it('says nothing of the server when only the types of services are asked for', () => {
    const reply = replyTo(question('_services._dns-sd._udp.local', 'PTR'), ours);
    expect([types(reply?.answers), types(reply?.additionals)]).toEqual([['PTR'], []]);
  });

  it('keeps silent about what is known, and speaks when it is soon forgotten', () => {
    const known = (ttl: number) => ours.slice(0, 1).map((record) => ({ ...record, ttl }));
    expect(replyTo(question('_glances._tcp.local', 'PTR', known(2250)), ours)).toBeNull();
    expect(replyTo(question('_glances._tcp.local', 'PTR', known(2249)), ours)).not.toBeNull();
  });
});

describe('a response', () => {
  const response = (...answers: ResourceRecord[]): MdnsMessage => asReceived({ type: 'response', answers });
  const elsewhere = recordsOf(server, ['10.0.0.9']);

  it('of the same content is no contradiction, nor is one that says goodbye', () => {
    expect(contradicts(response(...ours), ours)).toBe(false);
    expect(contradicts(response(...elsewhere.map((record) => ({ ...record, ttl: 0 }))), ours)).toBe(false);
  });

  it('of another server of this type is none', () => {
    const other = describeServer({ host: 'db2', port: 61_208, protocol: 'rest' });
    expect(contradicts(response(...recordsOf(other, ['10.0.0.9'])), ours)).toBe(false);
  });

  it('with our name and another address is one', () => {
    expect(contradicts(response(...elsewhere), ours)).toBe(true);
  });
});

describe('goesFirst', () => {
  const claim = (address: string): MdnsMessage =>
    asReceived({ type: 'query', authorities: uniqueRecords(server, [address]) });
  const here = recordsOf(server, ['10.0.0.5']);

  it('decides between two alike, and both decide the same', () => {
    expect(goesFirst(claim('10.0.0.9'), { here, anywhere: here })).toBe(true);
    const there = recordsOf(server, ['10.0.0.9']);
    expect(goesFirst(claim('10.0.0.5'), { here: there, anywhere: there })).toBe(false);
  });

  it('is false for our own claim in another network, and for other names', () => {
    const anywhere = recordsOf(server, ['10.0.0.5', '10.0.1.9']);
    expect(goesFirst(claim('10.0.1.9'), { here, anywhere })).toBe(false);
    const other = describeServer({ host: 'zzz', port: 61_208, protocol: 'rest' });
    const message = asReceived({ type: 'query', authorities: uniqueRecords(other, ['10.0.0.9']) });
    expect(goesFirst(message, { here, anywhere: here })).toBe(false);
  });
});
