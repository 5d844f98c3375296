import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIpAddress } from './ip-address.ts';

const textOf = (text: string): string | undefined => parseIpAddress(text)?.toNormalizedString();

describe('parseIpAddress', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:102:304%eth0.5', '1.2.3.4'],
    ['::1.2.3.4', '0:0:0:0:0:0:102:304'],
    ['::ffff:0:1.2.3.4', '0:0:0:0:ffff:0:102:304'],
    ['::', '0:0:0:0:0:0:0:0'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
    ['fe80::1%eth0.100', 'fe80:0:0:0:0:0:0:1'],
    ['2001:DB8::a:0:0', '2001:db8:0:0:0:a:0:0'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
  ])('reads %s', (text, expected) => {
    expect(textOf(text)).toBe(expected);
  });

  it.each([
    '',
    '127',
    '1.2.3',
    '1.2.3.256',
    '1.2.3.4.5',
    '0x7f.0.0.1',
    '010.0.0.1',
    '::ffff:0x7f.0.0.1',
    '::ffff:1.2.3.256',
    ':',
    ':::',
    '1::2::3',
    '12345::',
    '1:2:3:4:5:6:7',
    '[::1]',
    'host',
  ])('refuses "%s"', (text) => {
    expect(parseIpAddress(text)).toBeNull();
  });

  it('reads every IPv6 address as a URL does', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const { hostname } = new URL(`http://[${text}]`);
        expect(textOf(text)).toBe(textOf(hostname.slice(1, -1)));
      }),
    );
  });
});
