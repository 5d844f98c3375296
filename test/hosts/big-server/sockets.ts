import { hexOfIpv4, parseIpv6, swapWords } from '../../../scripts/record-host/addresses.ts';
import type { Tree } from '../../../scripts/support/tree.ts';
import { range } from './model.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';

/** Rows of `/proc/net/tcp` and `/proc/net/tcp6` together by state (include/net/tcp_states.h): 800. */
export const SOCKET_COUNTS: ReadonlyMap<number, number> = new Map([
  [0x01, 420], // ESTABLISHED
  [0x02, 7], // SYN_SENT
  [0x03, 11], // SYN_RECV
  [0x04, 13], // FIN_WAIT1
  [0x05, 19], // FIN_WAIT2
  [0x06, 220], // TIME_WAIT
  [0x07, 3], // CLOSE
  [0x08, 37], // CLOSE_WAIT
  [0x09, 17], // LAST_ACK
  [0x0a, 40], // LISTEN
  [0x0b, 13], // CLOSING
]);

const LISTEN = 0x0a;
const TIME_WAIT = 0x06;

/** Every fourth socket is an IPv6 one. */
export function composeSockets(): Tree {
  const random = createRandom(4);
  const states = [...SOCKET_COUNTS].flatMap(([state, count]) => range(count).map(() => state));
  const [ipv4, ipv6] = [states.filter((_, n) => n % 4 !== 3), states.filter((_, n) => n % 4 === 3)];
  const header =
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
  const header6 = `  sl  ${'local_address'.padEnd(38)}${'remote_address'.padEnd(38)}st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode`;
  const rows = ipv4.map((state, index) => composeRow(index, state, random, addressIn));
  const rows6 = ipv6.map((state, index) => composeRow(index, state, random, addressIn6));
  return new Map([
    // net/ipv4/tcp_ipv4.c fills every line to 149 columns
    ['proc/net/tcp', [header, ...rows].map((line) => `${line.padEnd(149)}\n`).join('')],
    ['proc/net/tcp6', [header6, ...rows6].map((line) => `${line}\n`).join('')],
  ]);
}

/** Address in the network with this number; 0 stands for any address. */
type Addressing = (network: number, host: number) => string;

function addressIn(network: number, host: number): string {
  const prefix = ['0.0.0', '192.0.2', '198.51.100'][network] ?? '203.0.113';
  return swapWords(hexOfIpv4(`${prefix}.${host}`)).toUpperCase();
}

function addressIn6(network: number, host: number): string {
  const text = network === 0 ? '::' : `2001:db8:0:${network}::${host.toString(16)}`;
  return swapWords(parseIpv6(text)).toUpperCase();
}

function composeRow(index: number, state: number, random: Random, address: Addressing): string {
  const port = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');
  const listening = state === LISTEN;
  const local = listening ? `${address(0, 0)}:${port(1024 + index)}` : `${address(1, 10)}:${port(443)}`;
  const peer = `${address(2, random.integer(1, 254))}:${port(random.integer(32_768, 60_999))}`;
  const remote = listening ? `${address(0, 0)}:0000` : peer;
  const code = state.toString(16).toUpperCase().padStart(2, '0');
  return `${String(index).padStart(4)}: ${local} ${remote} ${code} 00000000:00000000 ${composeTail(state, index)}`;
}

/** Timer, owner and inode. TIME_WAIT sockets have no owner. */
function composeTail(state: number, index: number): string {
  if (state === TIME_WAIT) return '03:00000A1B 00000000     0        0 0 3 0000000000000000';
  const owner = String(index % 3 === 0 ? 33 : 0).padStart(5);
  return `00:00000000 00000000 ${owner}        0 ${100_000 + index} 1 0000000000000000 20 4 30 10 -1`;
}
