import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createAddressReader } from './addresses.ts';
import { rootedAddresses } from './rooted-addresses.ts';

const TRIE = `Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 127.0.0.1
        /32 host LOCAL
     +-- 192.0.2.0/24 2 0 2
        |-- 192.0.2.0
           /24 link UNICAST
        |-- 192.0.2.2
           /32 host LOCAL
        |-- 192.0.2.130
           /32 host LOCAL
        |-- 192.0.2.255
           /32 link BROADCAST
     |-- 198.51.100.7
        /32 host LOCAL
`;
const ROUTES = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0
eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
eth1\t800200C0\t00000000\t0001\t0\t0\t0\t80FFFFFF\t0\t0\t0
eth2\t006433C6\t010200C0\t0003\t0\t0\t0\t00FFFFFF\t0\t0\t0
`;
const INET6 = `fe8000000000000000fc00fffe000001 04 40 20 80     eth0
00000000000000000000000000000001 01 80 10 80       lo
20010db8000000000000000000000005 05 7c 00 80     eth1
`;

function readFrom(files: Record<string, string>) {
  return (path: string): Uint8Array => {
    const content = files[path];
    if (content === undefined) throw new Error('ENOENT');
    return Buffer.from(content);
  };
}

describe('addresses of a host known by its files', () => {
  it('have the interface and mask of the narrowest network that holds them, and none beyond gateways', () => {
    const read = readFrom({ '/proc/net/fib_trie': TRIE, '/proc/net/route': ROUTES });
    expect(rootedAddresses(read)).toEqual([
      { interfaceName: 'lo', family: 4, address: '127.0.0.1', netmask: '255.0.0.0' },
      { interfaceName: 'eth0', family: 4, address: '192.0.2.2', netmask: '255.255.255.0' },
      { interfaceName: 'eth1', family: 4, address: '192.0.2.130', netmask: '255.255.255.128' },
    ]);
  });

  it('include IPv6 with its mask in full', () => {
    const all = 'ffff:ffff:ffff:ffff:ffff:ffff:ffff';
    expect(rootedAddresses(readFrom({ '/proc/net/if_inet6': INET6 }))).toEqual([
      { interfaceName: 'eth0', family: 6, address: 'fe80::fc:ff:fe00:1', netmask: 'ffff:ffff:ffff:ffff::' },
      { interfaceName: 'lo', family: 6, address: '::1', netmask: `${all}:ffff` },
      { interfaceName: 'eth1', family: 6, address: '2001:db8::5', netmask: `${all}:fff0` },
    ]);
  });

  it('are none without files', () => {
    expect(rootedAddresses(readFrom({}))).toEqual([]);
  });

  it('are those the system tells on this machine', async () => {
    const fromFiles = rootedAddresses((path) => readFileSync(path));
    // Point-to-point links are not in the files.
    const known = new Set(fromFiles.map(({ address }) => address));
    const expected = (await createAddressReader(() => false)()).filter(({ address }) => known.has(address));
    expect(known).toContain('127.0.0.1');
    for (const address of expected) expect(fromFiles).toContainEqual(address);
  });
});
