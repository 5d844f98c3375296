import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../test/support/full-run.ts';
import { announcementOf } from '../../../test/support/mdns.ts';
import { decodeMessage, encodeMessage, recordKey, sameName } from './wire.ts';

const naming = { host: 'db1.example.org', port: 61_208, protocol: 'rest' } as const;

describe('messages', () => {
  it('come out as they went in', () => {
    const { answers } = announcementOf(naming, '10.0.0.5', '2001:db8::5');
    expect(answers.map(({ type, name, ttl, flush }) => [type, name, ttl, flush])).toEqual([
      ['PTR', '_glances._tcp.local', 4500, false],
      ['PTR', '_services._dns-sd._udp.local', 4500, false],
      ['SRV', 'db1:61208._glances._tcp.local', 120, true],
      ['TXT', 'db1:61208._glances._tcp.local', 4500, true],
      ['A', 'db1-61208.local', 120, true],
      ['AAAA', 'db1-61208.local', 120, true],
    ]);
    expect(answers.map(({ data }) => data)).toEqual([
      'db1:61208._glances._tcp.local',
      '_glances._tcp.local',
      { priority: 0, weight: 0, port: 61_208, target: 'db1-61208.local' },
      [Buffer.from('protocol=rest'), Buffer.from('api=5')],
      '10.0.0.5',
      '2001:db8::5',
    ]);
  });

  it('keep questions whose answer may come by unicast', () => {
    const bytes = encodeMessage({ type: 'query', questions: [{ name: '_glances._tcp.local', type: 'PTR' }] });
    bytes.writeUInt16BE(0x8001, bytes.length - 2);
    expect(decodeMessage(bytes)?.questions).toEqual([{ name: '_glances._tcp.local', type: 'PTR' }]);
  });

  it('leave records of other types and classes out', () => {
    const bytes = encodeMessage({
      type: 'response',
      answers: [{ name: 'a.local', type: 'A', ttl: 1, flush: false, data: '10.0.0.1' }],
    });
    const typeAt = bytes.length - 14;
    bytes.writeUInt16BE(2, typeAt + 2);
    expect(decodeMessage(bytes)?.answers).toEqual([]);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['half a header', Buffer.alloc(11)],
    ['more than a network carries', Buffer.alloc(9001)],
    ['more records than fit', Buffer.from('000084000000ffffffffffff', 'hex')],
    ['records that are not there', Buffer.from('000084000000000500000000', 'hex')],
    ['a name that leads to itself', Buffer.from('000084000000000100000000c00c000c0001', 'hex')],
    ['another operation', Buffer.from('000028000000000000000000', 'hex')],
  ])('of %s are none', (_, bytes) => {
    expect(decodeMessage(bytes)).toBeNull();
  });

  it('never throw, whatever arrives', () => {
    const valid = encodeMessage(announcementOf(naming, '10.0.0.5'));
    const broken = fc
      .tuple(fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255))), fc.nat(valid.length))
      .map(([changes, end]) => {
        const bytes = Buffer.from(valid);
        for (const [at, value] of changes) bytes[at] = value;
        return bytes.subarray(0, end);
      });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), broken), (bytes) => {
        const message = decodeMessage(bytes);
        for (const record of message?.answers ?? []) recordKey(record);
      }),
      { numRuns: tries(2000) },
    );
  });
});

it('takes names as the same whatever the case of ASCII letters', () => {
  expect(sameName('DB1._Glances._tcp.local', 'db1._glances._TCP.local')).toBe(true);
  expect(sameName('\u{c4}.local', '\u{e4}.local')).toBe(false);
});
