import { describe, expect, it } from 'vitest';
import { expectTotal } from '../../../test/support/expect-total.ts';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { createNetSnmpReader } from './net-snmp.ts';

const readAll = (...files: Uint8Array[]) => {
  const read = createNetSnmpReader(() => true);
  const tables = files.map(read).at(-1) ?? new Map();
  return Object.fromEntries([...tables].map(([name, map]) => [name, Object.fromEntries(map)]));
};

describe('a reader of /proc/net/snmp', () => {
  it('reads a recorded file', () => {
    const { Tcp, Udp } = readAll(sample('net-snmp'));
    expect(Tcp?.['MaxConn']).toBe(-1);
    expect(Udp?.['InDatagrams']).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ['A: x y\nA: 1 2\n', { A: { x: 1, y: 2 } }],
    ['A: x y\nA: 1\nB: z\nB: 3\n', { B: { z: 3 } }],
    ['A: x\nB: 1\n', {}],
    ['A: x y\nA: ? 18446744073709551615', { A: { y: 2 ** 64 } }],
    ['A: x y z\nA: 1 2 3\nB: y x\nB: 4 5\n', { A: { x: 1, y: 2, z: 3 }, B: { y: 4, x: 5 } }],
  ])('of %j', (text, tables) => {
    expect(readAll(bytesOf(text))).toEqual(tables);
    expect(readAll(bytesOf('A: x y\nA: 8 9\nB: z\nB: 7\n'), bytesOf(text))).toEqual(tables);
  });

  it('takes any bytes', () =>
    expectTotal(
      createNetSnmpReader(() => true),
      sample('net-snmp'),
    ));

  it('leaves out what nobody wants', () => {
    const read = createNetSnmpReader((protocol, name) => protocol === 'B' && name === 'x');
    const tables = read(bytesOf('A: x y\nA: 1 2\nB: y x\nB: 3 4\n'));
    expect([...(tables.get('B') ?? [])]).toEqual([['x', 4]]);
    expect([...(tables.get('A') ?? [])]).toEqual([]);
  });
});
