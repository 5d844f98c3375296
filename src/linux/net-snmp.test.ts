import { describe, expect, it } from 'vitest';
import { sample } from '../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseNetSnmp } from './net-snmp.ts';

describe('parseNetSnmp', () => {
  it('reads a recorded file', () => {
    const tables = parseNetSnmp(sample('net-snmp'));
    expect(tables.get('Tcp')?.get('MaxConn')).toBe(-1);
    expect(tables.get('Udp')?.get('InDatagrams')).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ['A: x y\nA: 1 2\n', { A: { x: 1, y: 2 } }],
    ['A: x y\nA: 1\nB: z\nB: 3\n', { B: { z: 3 } }],
    ['A: x\nB: 1\n', {}],
    ['A: x y\nA: ? 18446744073709551615', { A: { y: 2 ** 64 } }],
  ])('of %j', (text, tables) =>
    expect(
      Object.fromEntries(
        [...parseNetSnmp(bytesOf(text))].map(([name, map]) => [name, Object.fromEntries(map)]),
      ),
    ).toEqual(tables),
  );
});
