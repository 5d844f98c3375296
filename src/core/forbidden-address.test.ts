import { describe, expect, it } from 'vitest';
import { isForbiddenAddress, isInternalAddress } from './forbidden-address.ts';

describe('isForbiddenAddress', () => {
  it.each([
    '169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    'febf::1%eth0',
    '::ffff:169.254.169.254',
    '::169.254.169.254',
    '64:ff9b::169.254.169.254',
    '2002:a9fe:a9fe::1',
    '100.100.100.200',
    'fd00:ec2::254',
    '169.254.169.254.',
    '2852039166',
    '0xA9FEA9FE',
    '169.16689662',
    '0251.0376.0251.0376',
    '169.254.43518',
    '0x64.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::23',
    'fd00:c1::a9fe:a9fe',
    'fd00:a9fe:a9fe::1',
    'fd00:42::42',
    '[fe80::1]',
    'FE80::1%25eth0',
    '::ffff:0:169.254.169.254',
    '64:ff9b:1::169.254.169.254',
    '64:ff9b:1:a9fe:a9:fe00::',
    '2001:0:a9fe:a9fe::1',
    '2001::5601:5601',
    '2001:db8::5efe:169.254.169.254',
  ])('is %s', (address) => {
    expect(isForbiddenAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '192.168.169.254',
    '::1',
    'fd00::1',
    'fec0::1',
    '2001:db8::1',
    'db1',
    'db1.',
    '2130706433',
    'a b',
    '',
  ])('is not %s', (address) => {
    expect(isForbiddenAddress(address)).toBe(false);
  });
});

describe('isInternalAddress', () => {
  it.each([
    '127.0.0.1',
    '2130706433',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '169.254.169.254',
    '192.0.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '64:ff9b::192.168.1.1',
    '2002:7f00:1::1',
    'fc00::1',
    'fd12::1%eth0',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ])('is %s', (address) => {
    expect(isInternalAddress(address)).toBe(true);
  });

  it.each([
    '1.1.1.1',
    '100.63.0.1',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '192.0.1.1',
    '198.20.0.1',
    '2606:4700::1',
    'db1',
  ])('is not %s', (address) => {
    expect(isInternalAddress(address)).toBe(false);
  });
});
