import { describe, expect, it } from 'vitest';
import { networkMatcher, networkWords } from './ip-networks.ts';

describe('networkMatcher', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', '::ffff:127.0.0.1'],
    ['127.0.0.1', '::ffff:7f00:1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::ffff:10.0.0.0/104', '10.1.2.3'],
    ['10.0.0.0/8', '10.255.0.1'],
    ['10.0.0.0/8', '::ffff:10.255.0.1'],
    ['192.168.1.5/23', '192.168.0.9'],
    ['0.0.0.0/0', '203.0.113.9'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['2001:db8::/33', '2001:db8:7fff::1'],
    ['::/0', '2001:db8::1'],
    ['fe80::/10', 'fe80::1%eth0'],
    ['fe80::1', 'fe80::1%2'],
  ])('%s holds %s', (network, address) => {
    expect(networkMatcher(['192.0.2.1', network])(address)).toBe(true);
  });

  it.each([
    ['127.0.0.1', '127.0.0.2'],
    ['127.0.0.1', '::1'],
    ['10.0.0.0/8', '11.0.0.1'],
    ['10.0.0.0/9', '10.128.0.1'],
    ['192.168.1.4/31', '192.168.1.6'],
    ['0.0.0.0/0', '2001:db8::1'],
    ['::/0', '127.0.0.1'],
    ['::/0', '::ffff:127.0.0.1'],
    ['2001:db8::/33', '2001:db8:8000::1'],
    ['1.2.3.4', '::1.2.3.4'],
    ['127.0.0.1', ''],
    ['127.0.0.1', 'localhost'],
    ['localhost', '127.0.0.1'],
  ])('%s does not hold "%s"', (network, address) => {
    expect(networkMatcher([network])(address)).toBe(false);
  });
});

describe('networkWords', () => {
  it('splits a list', () => {
    expect(networkWords('127.0.0.1, 10.0.0.0/8,::1,fd00::/8')).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      '::1',
      'fd00::/8',
    ]);
  });

  it.each([
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'fe80::1%eth0',
    'localhost',
    '*',
    '::ffff:10.0.0.0/8',
  ])('refuses %s', (word) => {
    expect(() => networkWords(`127.0.0.1,${word}`)).toThrow(`"${word}" is not an address or a network`);
  });
});
