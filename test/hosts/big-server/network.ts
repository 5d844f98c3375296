import { json } from '../../../scripts/support/tree.ts';
import type { Tree } from '../../../scripts/support/tree.ts';
import { hexOfIpv4, parseIpv6, swapWords } from '../../../scripts/record-host/addresses.ts';
import { counted, range } from './model.ts';
import type { Step } from './model.ts';

interface Interface {
  name: string;
  /** IFF_ bits of if.h, as `/sys/class/net/<if>/flags` shows them. */
  flags: number;
  operstate: 'up' | 'down' | 'unknown';
  /** Content of `speed`; absent where the kernel answers EINVAL. */
  speed?: number;
  ipv4?: [address: string, prefix: number];
  ipv6?: string;
  /** Bytes received and sent at step 1, and what is added at step 2. */
  received: [first: number, increase: number];
  sent: [first: number, increase: number];
  /** Seen at one of the steps only. */
  only?: Step;
}

const GIB = 2 ** 30;

/** Rates per second within the two seconds: half of the increases. bond0 is the sum of eno1 and eno2. */
const INTERFACES: Interface[] = [
  {
    name: 'lo',
    flags: 0x9,
    operstate: 'unknown',
    ipv4: ['127.0.0.1', 8],
    ipv6: '::1',
    received: [80 * GIB, 4096],
    sent: [80 * GIB, 4096],
  },
  {
    name: 'eno1',
    flags: 0x1803,
    operstate: 'up',
    speed: 10_000,
    received: [900 * GIB, 25_000_000],
    sent: [300 * GIB, 5_000_000],
  },
  {
    name: 'eno2',
    flags: 0x1803,
    operstate: 'up',
    speed: 10_000,
    received: [100 * GIB, 1_000_000],
    sent: [50 * GIB, 500_000],
  },
  { name: 'eno3', flags: 0x1002, operstate: 'down', received: [0, 0], sent: [0, 0] },
  { name: 'eno4', flags: 0x1003, operstate: 'down', speed: -1, received: [123_456, 0], sent: [65_432, 0] },
  {
    name: 'enp65s0f0np0',
    flags: 0x1003,
    operstate: 'up',
    speed: 100_000,
    ipv4: ['198.51.100.10', 24],
    received: [9000 * GIB, 12_500_000_000],
    sent: [7000 * GIB, 2_000_000_000],
  },
  {
    name: 'bond0',
    flags: 0x1403,
    operstate: 'up',
    speed: 20_000,
    ipv4: ['192.0.2.10', 24],
    ipv6: '2001:db8::10',
    received: [1000 * GIB, 26_000_000],
    sent: [350 * GIB, 5_500_000],
  },
  {
    name: 'eno1.100',
    flags: 0x1003,
    operstate: 'up',
    speed: 10_000,
    ipv4: ['203.0.113.10', 25],
    received: [20 * GIB, 200_000],
    sent: [10 * GIB, 100_000],
  },
  {
    name: 'docker0',
    flags: 0x1003,
    operstate: 'up',
    speed: 10_000,
    ipv4: ['198.18.0.1', 16],
    received: [7 * GIB, 0],
    sent: [9 * GIB, 2048],
  },
  {
    name: 'veth1a2b3c4',
    flags: 0x1103,
    operstate: 'up',
    speed: 10_000,
    received: [3 * GIB, 1024],
    sent: [4 * GIB, 2048],
  },
  // counters restart: a tunnel recreated under its old name
  {
    name: 'wg0',
    flags: 0x91,
    operstate: 'unknown',
    ipv4: ['203.0.113.129', 25],
    received: [4_294_900_000, 20_000 - 4_294_900_000],
    sent: [4_000_000_000, 10_000 - 4_000_000_000],
  },
  {
    name: 'virbr0',
    flags: 0x1003,
    operstate: 'down',
    speed: -1,
    ipv4: ['198.19.0.1', 24],
    received: [0, 0],
    sent: [0, 0],
  },
  {
    name: 'veth9f8e7d6',
    flags: 0x1103,
    operstate: 'up',
    speed: 10_000,
    received: [0, 1500],
    sent: [0, 3000],
    only: 2,
  },
];

/** Everything about interfaces: `/proc/net`, `/sys/class/net`, conntrack and addresses.json. */
export function composeNetwork(step: Step): Tree {
  const interfaces = INTERFACES.filter(({ only }) => only === undefined || only === step);
  const tree: Tree = new Map([
    ['proc/net/dev', composeDev(step, interfaces)],
    ['proc/net/route', composeRoutes()],
    ['proc/net/fib_trie', composeFibTrie(interfaces)],
    ['proc/net/if_inet6', composeInet6(interfaces)],
    ['proc/sys/net/netfilter/nf_conntrack_count', `${counted(step, 65_536, 128)}\n`],
    ['proc/sys/net/netfilter/nf_conntrack_max', '262144\n'],
    ['addresses.json', json(listAddresses(interfaces))],
  ]);
  interfaces.forEach((entry, index) => addSysfs(tree, entry, index + 1));
  return tree;
}

/** `/proc/net/dev` in the widths of net/core/net-procfs.c. */
function composeDev(step: Step, interfaces: Interface[]): string {
  const rows = interfaces.map(({ name, received, sent }) => {
    const bytes = [counted(step, ...received), counted(step, ...sent)];
    const [rx = '', tx = ''] = bytes.map((count) => `${pad(count, 7)} ${pad(Math.ceil(count / 1000), 7)}`);
    return `${name.padStart(6)}: ${rx}    0    0    0     0          0         0 ${tx.padStart(16)}    0    0    0     0       0          0\n`;
  });
  return [
    'Inter-|   Receive                                                |  Transmit\n',
    ' face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n',
    ...rows,
  ].join('');
}

function pad(value: number, width: number): string {
  return String(value).padStart(width);
}

function littleEndian(address: string): string {
  return swapWords(hexOfIpv4(address)).toUpperCase();
}

/** `/proc/net/route`: default route over bond0, then the networks. Each line fills 127 columns. */
function composeRoutes(): string {
  const networks: [name: string, network: string, mask: string][] = [
    ['bond0', '192.0.2.0', '255.255.255.0'],
    ['enp65s0f0np0', '198.51.100.0', '255.255.255.0'],
    ['eno1.100', '203.0.113.0', '255.255.255.128'],
    ['wg0', '203.0.113.128', '255.255.255.128'],
    ['docker0', '198.18.0.0', '255.255.0.0'],
    ['virbr0', '198.19.0.0', '255.255.255.0'],
  ];
  const lines = [
    'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT',
    `bond0\t00000000\t${littleEndian('192.0.2.1')}\t0003\t0\t0\t0\t00000000\t0\t0\t0`,
    ...networks.map(
      ([name, network, mask]) =>
        `${name}\t${littleEndian(network)}\t00000000\t0001\t0\t0\t0\t${littleEndian(mask)}\t0\t0\t0`,
    ),
  ];
  return lines.map((line) => `${line.padEnd(127)}\n`).join('');
}

/** `/proc/net/fib_trie`: the lines are the kernel's, the branching is kept flat. */
function composeFibTrie(interfaces: Interface[]): string {
  const subnets = interfaces.flatMap(({ ipv4 }) => (ipv4 ? [composeSubnet(...ipv4)] : []));
  const root = '  +-- 0.0.0.0/0 3 0 5\n     |-- 0.0.0.0\n        /0 universe UNICAST\n';
  return ['Main:', 'Local:'].map((table) => `${table}\n${root}${subnets.join('')}`).join('');
}

function composeSubnet(address: string, prefix: number): string {
  const [network, broadcast] = [edgeOf(address, prefix, 0), edgeOf(address, prefix, 255)];
  const leaf = (host: string, kind: string): string => `        |-- ${host}\n           ${kind}\n`;
  return [
    `     +-- ${network}/${prefix} 2 0 2\n`,
    leaf(network, `/${prefix} link UNICAST`),
    leaf(address, '/32 host LOCAL'),
    leaf(broadcast, '/32 link BROADCAST'),
  ].join('');
}

/** The address with all bits after the prefix cleared (`fill` 0) or set (255). */
function edgeOf(address: string, prefix: number, fill: number): string {
  const mask = maskOf(prefix).split('.').map(Number);
  const bytes = address.split('.').map(Number);
  return bytes
    .map((byte, index) => (byte & (mask[index] ?? 0)) | (fill & ~(mask[index] ?? 0) & 255))
    .join('.');
}

function maskOf(prefix: number): string {
  return range(4)
    .map((index) => 256 - 2 ** (8 - Math.min(8, Math.max(0, prefix - index * 8))))
    .join('.');
}

function composeInet6(interfaces: Interface[]): string {
  const rows = interfaces.flatMap(({ name, ipv6 }, index) => {
    if (ipv6 === undefined) return [];
    const rest = ipv6 === '::1' ? '80 10 80' : '40 00 80';
    return [`${parseIpv6(ipv6)} ${(index + 1).toString(16).padStart(2, '0')} ${rest} ${name.padStart(8)}\n`];
  });
  return rows.join('');
}

function listAddresses(interfaces: Interface[]): object[] {
  const all = interfaces.map(({ name: interfaceName, ipv4, ipv6 }) => ({ interfaceName, ipv4, ipv6 }));
  const ipv4 = all.flatMap(({ interfaceName, ipv4 }) =>
    ipv4 ? [{ interfaceName, family: 4, address: ipv4[0], netmask: maskOf(ipv4[1]) }] : [],
  );
  const ipv6 = all.flatMap(({ interfaceName, ipv6: address }) =>
    address === undefined ? [] : [{ interfaceName, family: 6, address, netmask: netmaskOf(address) }],
  );
  return [...ipv4, ...ipv6];
}

function netmaskOf(address: string): string {
  return address === '::1' ? 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' : 'ffff:ffff:ffff:ffff::';
}

function addSysfs(tree: Tree, { name, flags, operstate, speed }: Interface, index: number): void {
  const folder = `sys/class/net/${name}`;
  tree.set(`${folder}/flags`, `0x${flags.toString(16)}\n`);
  tree.set(`${folder}/operstate`, `${operstate}\n`);
  tree.set(`${folder}/address`, '00:00:00:00:00:00\n');
  tree.set(`${folder}/mtu`, `${name === 'lo' ? 65_536 : 1500}\n`);
  tree.set(`${folder}/ifindex`, `${index}\n`);
  tree.set(
    `${folder}/type`,
    `${
      new Map([
        ['lo', 772],
        ['wg0', 65_534],
      ]).get(name) ?? 1
    }\n`,
  );
  if (speed !== undefined) tree.set(`${folder}/speed`, `${speed}\n`);
}
