import { describe, expect, it } from 'vitest';
import { formatIpv4, formatIpv6 } from './ip-format.ts';

describe('formatIpv4', () => {
  it('takes the last byte first', () => {
    expect(formatIpv4(0x0101a8c0)).toBe('192.168.1.1');
    expect(formatIpv4(0xfeffffff)).toBe('255.255.255.254');
    expect(formatIpv4(0)).toBe('0.0.0.0');
  });
});

describe('formatIpv6', () => {
  it.each([
    ['00000000000000000000000000000000', '::'],
    ['00000000000000000000000000000001', '::1'],
    ['20010db8000000000000000000000000', '2001:db8::'],
    ['20010db8000000010000000000000001', '2001:db8:0:1::1'],
    ['20010db8000000000001000000000001', '2001:db8::1:0:0:1'],
    ['20010db8000100010001000000010001', '2001:db8:1:1:1:0:1:1'],
    ['20010DB80001000100010001000100FF', '2001:db8:1:1:1:1:1:ff'],
  ])('%s is %s', (digits, address) => expect(formatIpv6(digits)).toBe(address));
});
