import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseIfInet6 } from './if-inet6.ts';

describe('parseIfInet6', () => {
  it('reads a recorded file', () => {
    expect(parseIfInet6(sample('if-inet6'))).toEqual([
      { interfaceName: 'eth0', address: 'fd00::2', prefixLength: 64, scope: 0 },
      { interfaceName: 'lo', address: '::1', prefixLength: 128, scope: 0x10 },
      { interfaceName: 'eth0', address: 'fe80::fc:ff:fe00:1', prefixLength: 64, scope: 0x20 },
    ]);
  });

  it.each(['', '\n', 'fd00 04 40 00 82 eth0', 'fd000000000000000000000000000002 04 40 00 82'])(
    'finds nothing in %j',
    (text) => {
      expect(parseIfInet6(bytesOf(text))).toEqual([]);
    },
  );
});
