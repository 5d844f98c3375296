import { array, assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/support/any-character.ts';
import { parseHypervisor, parseDomainRows, parseStats, stateName } from './virsh-output.ts';

const UUID = '8c43922d-069d-41b5-9b65-ef3461d46653';

describe('parseRows', () => {
  it.each([
    [`${UUID} 7 build01`, { uuid: UUID, id: '7', name: 'build01' }],
    [`${UUID} - two  words; x`, { uuid: UUID, id: '-', name: 'two  words; x' }],
    [`${UUID} 12 - 7 ä`, { uuid: UUID, id: '12', name: '- 7 ä' }],
  ])('reads "%s"', (line, row) => {
    expect(parseDomainRows(`${line}\n\n`)).toEqual([row]);
  });

  it.each(['', UUID, `${UUID} 7`, `${UUID} x y`, ' Id   Name   State', `x${UUID} 7 a`])(
    'skips "%s"',
    (line) => {
      expect(parseDomainRows(line)).toEqual([]);
    },
  );

  it('finds every name that libvirt allows', () => {
    const name = string({ unit: 'grapheme', minLength: 1 }).filter(
      (text) => !/[\n\r\u2028\u2029]/.test(text),
    );
    assert(
      property(array(name), (names) => {
        const text = names.map((one) => `${UUID} 1 ${one}\n`).join('');
        expect(parseDomainRows(text).map((row) => row.name)).toEqual(names);
      }),
    );
  });

  it('takes any text', () => {
    assert(property(string({ unit: anyCharacter }), (text) => Array.isArray(parseDomainRows(text))));
  });
});

describe('parseStats', () => {
  it('splits values at the first =, and names at the outer quotes', () => {
    const text = "Domain: 'a'\n  cpu.time=5\n  note=x=y\n\nDomain: 'it's 'b''\n  cpu.time=6\n  none\n=7\n";
    expect(parseStats(text)).toEqual(
      new Map([
        [
          'a',
          new Map([
            ['cpu.time', '5'],
            ['note', 'x=y'],
          ]),
        ],
        ["it's 'b'", new Map([['cpu.time', '6']])],
      ]),
    );
  });

  it('ignores what stands in front of the first domain', () => {
    expect(parseStats('  cpu.time=5\nhello\n')).toEqual(new Map());
  });

  it('takes any text', () => {
    assert(property(string({ unit: anyCharacter }), (text) => parseStats(text) instanceof Map));
  });
});

it('parseHypervisor reads the running one', () => {
  expect(parseHypervisor('Using API: QEMU 10.6.0\nRunning hypervisor: QEMU 9.1.0\n\n')).toBe('QEMU 9.1.0');
  expect(parseHypervisor('Using API: QEMU 10.6.0\n')).toBeNull();
});

it.each([
  ['1', 'running'],
  ['5', 'shut off'],
  ['99', 'no state'],
  ['x', 'no state'],
  [undefined, 'no state'],
])('stateName(%s) is %s', (number, name) => {
  expect(stateName(number)).toBe(name);
});
