import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseNetDev } from './net-dev.ts';

const NUMBERS = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16';
const names = (text: string): string[] => parseNetDev(bytesOf(text)).map((item) => item.name);

describe('parseNetDev', () => {
  it('reads a recorded file, in order', () => {
    const interfaces = parseNetDev(sample('net-dev'));
    expect(interfaces.map((item) => item.name)).toEqual(['lo', 'ifb0', 'ifb1', 'eth0']);
    expect(interfaces[0]?.bytesRecv).toBe(interfaces[0]?.bytesSent);
  });

  it('finds each column at its place', () => {
    expect(parseNetDev(bytesOf(`  eth0: ${NUMBERS} 17\n`))).toEqual([
      {
        name: 'eth0',
        bytesRecv: 1,
        packetsRecv: 2,
        errorsRecv: 3,
        dropsRecv: 4,
        fifoRecv: 5,
        framesRecv: 6,
        compressedRecv: 7,
        multicastRecv: 8,
        bytesSent: 9,
        packetsSent: 10,
        errorsSent: 11,
        dropsSent: 12,
        fifoSent: 13,
        collisions: 14,
        carrierLosses: 15,
        compressedSent: 16,
      },
    ]);
  });

  it('takes 64-bit counters, and no blank behind the colon', () => {
    const [item] = parseNetDev(bytesOf('eth0:18446744073709551615 2 3 4 5 6 7 8 5000000000 10'));
    expect(item).toMatchObject({ bytesRecv: 2 ** 64, bytesSent: 5e9, dropsSent: 0 });
  });

  it.each(['eth0:1', 'größe', 'a|b', '-x', '123'])('reads the name %s', (name) => {
    expect(names(` ${name}: ${NUMBERS}\n`)).toEqual([name]);
  });

  it('skips lines of another form', () => {
    expect(names('')).toEqual([]);
    expect(
      names(`Inter-| Receive\n face |bytes\n\neth0\neth1:\neth2: 1 2 3\n: ${NUMBERS}\neth3: ${NUMBERS}`),
    ).toEqual(['eth3']);
  });
});
