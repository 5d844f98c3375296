import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIpv4, parseIpAddress } from './ip-address.ts';

describe('parseIpAddress', () => {
  it.each([
    ['1.2.3.4', [0, 0, 0, 0, 0, 0xffff, 0x0102, 0x0304]],
    ['::ffff:1.2.3.4', [0, 0, 0, 0, 0, 0xffff, 0x0102, 0x0304]],
    ['::', [0, 0, 0, 0, 0, 0, 0, 0]],
    ['::1', [0, 0, 0, 0, 0, 0, 0, 1]],
    ['fe80::1%eth0', [0xfe80, 0, 0, 0, 0, 0, 0, 1]],
    ['2001:DB8::a:0:0', [0x2001, 0xdb8, 0, 0, 0, 0xa, 0, 0]],
    ['1:2:3:4:5:6:7:8', [1, 2, 3, 4, 5, 6, 7, 8]],
  ])('reads %s', (text, groups) => {
    expect(parseIpAddress(text)).toEqual(groups);
  });

  it.each(['', '1.2.3', '1.2.3.256', '1.2.3.4.5', ':', ':::', '1::2::3', '12345::', '1:2:3:4:5:6:7', 'host'])(
    'refuses "%s"',
    (text) => {
      expect(parseIpAddress(text)).toBeNull();
    },
  );

  it('reads every IPv6 address that fast-check writes', () => {
    fc.assert(fc.property(fc.ipV6(), (text) => parseIpAddress(text)?.length === 8));
  });
});

it('isIpv4 knows mapped addresses', () => {
  expect(isIpv4(parseIpAddress('10.0.0.1') ?? [])).toBe(true);
  expect(isIpv4(parseIpAddress('::1') ?? [])).toBe(false);
});
