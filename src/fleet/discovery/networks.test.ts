import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { listNetworks, networksKey, networksNow } from './networks.ts';

const ipv4 = (address: string, bits = 24, internal = false): NetworkInterfaceInfo => ({
  address,
  netmask: '',
  family: 'IPv4',
  mac: '',
  internal,
  cidr: `${address}/${bits}`,
});
const ipv6 = (address: string): NetworkInterfaceInfo => ({
  address,
  netmask: '',
  family: 'IPv6',
  mac: '',
  internal: false,
  cidr: `${address}/64`,
  scopeid: 0,
});

describe('listNetworks', () => {
  it('gives each interface its own addresses, without loopback and link-local ones', () => {
    const networks = listNetworks({
      lo: [ipv4('127.0.0.1', 8, true)],
      eth0: [ipv6('fe80::1'), ipv4('10.0.0.5'), ipv4('10.0.0.6'), ipv6('2001:db8::5')],
      docker0: [ipv4('172.17.0.1', 16)],
      veth1: [ipv6('fe80::2')],
      six: [ipv6('2001:db8:1::5')],
    });
    expect(networks.map(({ name, address, addresses }) => [name, address, addresses])).toEqual([
      ['eth0', '10.0.0.5', ['10.0.0.5', '10.0.0.6', '2001:db8::5']],
      ['docker0', '172.17.0.1', ['172.17.0.1']],
    ]);
  });

  it('knows neighbours', () => {
    const [network] = listNetworks({ eth0: [ipv4('10.0.0.5'), ipv6('2001:db8::5')] });
    const addresses = ['10.0.0.200', '10.0.1.1', '2001:db8::77', '2001:db8:1::1', '8.8.8.8'];
    expect(addresses.filter((address) => network?.has(address))).toEqual(['10.0.0.200', '2001:db8::77']);
  });

  it('takes a number of interfaces that a socket can join', () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`br${index}`, [ipv4(`10.${index}.0.1`)]]),
    );
    expect(listNetworks(many)).toHaveLength(16);
  });
});

it('tells when something has changed', () => {
  const before = listNetworks({ eth0: [ipv4('10.0.0.5')] });
  expect(networksKey(listNetworks({ eth0: [ipv4('10.0.0.5')] }))).toBe(networksKey(before));
  expect(networksKey(listNetworks({ eth0: [ipv4('10.0.0.6')] }))).not.toBe(networksKey(before));
});

it('keeps the networks of before while the system does not tell them, and says so', () => {
  const before = listNetworks({ eth0: [ipv4('10.0.0.5')] });
  const warnings: string[] = [];
  const refused = (): never => {
    throw new Error('too many open files');
  };
  const warn = (text: string): void => void warnings.push(text);
  expect(networksNow(before, warn, refused)).toBe(before);
  expect(warnings).toEqual([expect.stringMatching(/multicast DNS: too many open files\.$/) as string]);
  expect(networksNow(before, warn, () => [])).toEqual([]);
});
