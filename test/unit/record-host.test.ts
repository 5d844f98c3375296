import { describe, expect, it } from 'vitest';
import { createAddressMap, formatIpv6, parseIpv6, swapWords } from '../../scripts/record-host/addresses.ts';
import { parseRecordArguments } from '../../scripts/record-host/arguments.ts';
import { nameUsers, scrubFile, scrubText } from '../../scripts/record-host/scrub.ts';
import type { Identity } from '../../scripts/record-host/scrub.ts';
import { hideSecrets } from '../../scripts/record-host/secrets.ts';

const identity = (): Identity => ({
  hostName: 'build-07',
  users: new Map([['alice', 'user1']]),
  addresses: createAddressMap(),
});

describe('createAddressMap', () => {
  it.each([
    ['10.1.2.3', '192.0.2.3'],
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.0', '255.255.255.0'],
    ['224.0.0.251', '224.0.0.251'],
  ])('maps %s to %s', (address, expected) => {
    expect(createAddressMap().ipv4(address)).toBe(expected);
  });

  it('gives every network its own range and keeps to it', () => {
    const map = createAddressMap();
    const networks = ['10.0.0.1', '10.0.1.1', '10.0.2.1', '10.0.3.1', '10.0.0.9'];
    expect(networks.map(map.ipv4)).toEqual([
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.1',
      '198.18.0.1',
      '192.0.2.9',
    ]);
  });

  it.each([
    ['2a01:4f8::1', '2001:db8::1'],
    ['fe80::fc:ff:fe00:1', 'fe80::1'],
    ['::1', '::1'],
    ['::', '::'],
    ['ff02::fb', 'ff02::fb'],
    ['::ffff:10.1.2.3', '::ffff:192.0.2.3'],
  ])('maps %s to %s', (address, expected) => {
    expect(createAddressMap().ipv6(address)).toBe(expected);
  });

  it.each([
    ['2001:db8::a', '20010db800000000000000000000000a'],
    ['::', '0'.repeat(32)],
    ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
  ])('reads %s and writes it again', (address, hex) => {
    expect(parseIpv6(address)).toBe(hex);
    expect(formatIpv6(hex)).toBe(address);
  });

  it('turns words around', () => {
    expect(swapWords('0100007F')).toBe('7F000001');
    expect(swapWords('B80D0120000000000000000001000000')).toBe('20010DB8000000000000000000000001');
  });
});

describe('scrubFile', () => {
  it('replaces the same address alike in every form', () => {
    const who = identity();
    const route = 'eth0\t00000000\t0105A8C0\t0003\t0\t0\t0\t00000000\n';
    const tcp = '   0: 0205A8C0:0016 0105A8C0:C350 01 00000000:00000000 00:00000000 00000000\n';
    expect(scrubFile('proc/net/route', route, who)).toContain('\t010200C0\t');
    expect(scrubFile('proc/net/tcp', tcp, who)).toContain('020200C0:0016 010200C0:C350 01 00000000:00000000');
    expect(scrubFile('proc/net/fib_trie', '  |-- 192.168.5.2\n', who)).toBe('  |-- 192.0.2.2\n');
    expect(scrubText('192.168.5.1:80', who)).toBe('192.0.2.1:80');
  });

  it('replaces IPv6 addresses of tcp6 and if_inet6 alike', () => {
    const who = identity();
    const row = '2a010000000000000000000000000009 02 40 00 80     eth0\n';
    const socket = '   0: 0000012A000000000000000009000000:0050 0000000000000000FFFF00000405A8C0:1F90 01 0\n';
    expect(scrubFile('proc/net/if_inet6', row, who)).toBe(
      '20010db8000000000000000000000001 02 40 00 80     eth0\n',
    );
    expect(scrubFile('proc/net/tcp6', socket, who)).toBe(
      '   0: B80D0120000000000000000001000000:0050 0000000000000000FFFF0000040200C0:1F90 01 0\n',
    );
  });

  it.each([
    ['etc/hostname', 'build-07\n', 'recorded-host\n'],
    ['proc/sys/kernel/hostname', 'build-07\n', 'recorded-host\n'],
    ['etc/passwd', 'alice:x:1000:1000:Alice A.:/home/alice:/bin/sh\n', 'user1:x:1000:1000:::\n'],
    ['proc/cpuinfo', 'Model : Pi\nSerial\t\t: 00000000abcdef01\n', 'Model : Pi\n'],
    ['sys/class/net/eth0/address', '52:54:00:12:34:56\n', '00:00:00:00:00:00\n'],
    ['proc/7/cmdline', 'ssh\0alice@build-07\0/home/alice/x\0', 'ssh\0alice@recorded-host\0/home/user1/x\0'],
    [
      'proc/mounts',
      'nas.lan:/x /home/alice nfs4 rw,addr=10.0.0.7 0 0\n',
      'nas.lan:/x /home/user1 nfs4 rw,addr=192.0.2.7 0 0\n',
    ],
    ['proc/7/stat', '7 (10.0.0.7) S 1\n', '7 (10.0.0.7) S 1\n'],
  ])('scrubs %s', (path, content, expected) => {
    expect(scrubFile(path, content, identity())).toBe(expected);
  });

  it('leaves words alone that only look like addresses', () => {
    expect(scrubText('std::vector 12:30:45 1.2.3.4.5 abuild-07x', identity())).toBe(
      'std::vector 12:30:45 1.2.3.4.5 abuild-07x',
    );
  });
});

describe('nameUsers', () => {
  it('numbers the accounts of people only', () => {
    const passwd = 'root:x:0:0:::\nnobody:x:65534:65534:::\nann:x:1000:1000:::\nbob:x:1001:1001:::\n';
    expect([...nameUsers(passwd)]).toEqual([
      ['ann', 'user1'],
      ['bob', 'user2'],
    ]);
  });
});

describe('hideSecrets', () => {
  it.each([
    [
      ['mysql', '--password=hunter2'],
      ['mysql', '--password=***'],
    ],
    [
      ['app', '--api-token', 'abc'],
      ['app', '--api-token', '***'],
    ],
    [
      ['app', '--token', '-v'],
      ['app', '--token', '-v'],
    ],
    [
      ['env', 'DB_PASSWORD=x y'],
      ['env', 'DB_PASSWORD=*** y'],
    ],
    [
      ['sh', '-c', 'curl -H "Authorization: Bearer abc.def" x'],
      ['sh', '-c', 'curl -H "Authorization: *** ***" x'],
    ],
    [
      ['sh', '-c', 'run --secret-key abc -v'],
      ['sh', '-c', 'run --secret-key *** -v'],
    ],
    [
      ['git', 'https://me:pw@example.org/x'],
      ['git', 'https://***@example.org/x'],
    ],
    [
      ['x', 'AKIA0123456789abcdef0123456789abcdef'],
      ['x', '***'],
    ],
    [
      ['sleep', '300'],
      ['sleep', '300'],
    ],
    [
      ['java', '-XX:+UseG1GC', '-Xmx4g'],
      ['java', '-XX:+UseG1GC', '-Xmx4g'],
    ],
  ])('%j becomes %j', (args, expected) => {
    expect(hideSecrets(args)).toEqual(expected);
  });
});

describe('parseRecordArguments', () => {
  it('has defaults', () => {
    expect(parseRecordArguments(['out'])).toEqual({ out: 'out', steps: 2, interval: 2 });
  });

  it.each([
    [[], 'One output file'],
    [['a', 'b'], 'One output file'],
    [['a', '--steps', '0'], '--steps takes a number from 1 to 100, not "0".'],
    [['a', '--steps', '1.5'], '--steps takes a whole number.'],
    [['a', '--interval', ''], '--interval takes'],
    [['a', '--nothing'], 'An option is unknown'],
  ])('refuses %j', (argv, message) => {
    expect(() => parseRecordArguments(argv)).toThrow(message);
  });
});
