import { describe, expect, it } from 'vitest';
import { expectTotal } from '../../../test/support/expect-total.ts';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { createNamedCountersReader } from './named-counters.ts';

describe('a reader of named counters', () => {
  it('reads a recorded file', () => {
    const names = ['Ip6InOctets', 'Ip6OutOctets', 'Udp6InDatagrams'];
    const read = createNamedCountersReader((name) => names.includes(name));
    const counters = read(sample('net-snmp6'));
    expect(counters.map(([name]) => name)).toEqual(names);
    expect(counters.every(([, value]) => Number.isSafeInteger(value))).toBe(true);
  });

  it('takes any bytes', () =>
    expectTotal(
      createNamedCountersReader(() => true),
      sample('net-snmp6'),
    ));

  it('skips lines of another form', () => {
    const read = createNamedCountersReader(() => true);
    const text = 'pgfault 18446744073709551615\nbare\nword x\nminus -1\n\nlast   \t7 8\nin 9';
    expect(read(bytesOf(text))).toEqual([
      ['pgfault', 2 ** 64],
      ['in', 9],
    ]);
  });

  it.each([
    ['a 2\nb 3\nc 4\n', 'with other values'],
    ['b 3\na 2\nc 4\n', 'in another order'],
    ['a 2\nc 4\n', 'without one of them'],
    ['ab 1\na 2\nb 3\nc 4\n', 'with one more'],
    ['c 4\n\n\n', 'with lines of no form'],
  ])('finds them again in %j: %s', (text) => {
    const read = createNamedCountersReader((name) => name !== 'b');
    read(bytesOf('a 1\nb 1\nc 1\n'));
    const anew = createNamedCountersReader((name) => name !== 'b')(bytesOf(text));
    expect(read(bytesOf(text))).toEqual(anew);
  });
});
