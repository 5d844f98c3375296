import { networkInterfaces } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { InterfaceAddress } from '../../core/host.ts';
import type { MaybePromise } from '../../core/plugin.ts';

/** Parses text with four lines per address. */
const PROGRAM = `
const { networkInterfaces } = require('node:os');
const { parentPort } = require('node:worker_threads');
const linesOf = ([label, addresses]) => addresses.flatMap((one) => [label, one.family, one.address, one.netmask]);
parentPort.on('message', () => parentPort.postMessage(Object.entries(networkInterfaces()).flatMap(linesOf).join('\\n')));
`;
const LINES = 4;

const toAddress = (label: string, family: string, address: string, netmask: string): InterfaceAddress => ({
  // IPv4 addresses may have a label instead of the name: `eth0:1` belongs to eth0.
  interfaceName: label.split(':', 1).join(),
  family: family === 'IPv6' ? 6 : 4,
  address,
  netmask,
});

const localAddresses = (): InterfaceAddress[] =>
  Object.entries(networkInterfaces()).flatMap(([label, addresses = []]) =>
    addresses.map(({ family, address, netmask }) => toAddress(label, family, address, netmask)),
  );

function addressesIn(text: string): InterfaceAddress[] {
  const lines = text === '' ? [] : text.split('\n');
  const addresses: InterfaceAddress[] = [];
  for (let at = 0; at < lines.length; at += LINES)
    addresses.push(toAddress(...(lines.slice(at, at + LINES) as [string, string, string, string])));
  return addresses;
}

/**
 * Addresses of this host's active interfaces, from getifaddrs(3); with thousands of interfaces on another thread, started on demand.
 * @param areMany hundreds of interfaces: the call exceeds a slice and grows quadratically
 */
export function createAddressReader(areMany: () => boolean): () => MaybePromise<InterfaceAddress[]> {
  let worker: Worker | null = null;
  let reading: Promise<InterfaceAddress[]> | null = null;

  const readApart = (): Promise<InterfaceAddress[]> =>
    new Promise((resolve, reject) => {
      worker ??= new Worker(PROGRAM, { eval: true, env: {}, execArgv: [] });
      const own = worker;
      const failed = (error: unknown): void => {
        worker = null;
        reject(error);
      };
      own.removeAllListeners();
      own.once('message', (text: string) => resolve(addressesIn(text)));
      own.once('error', failed);
      own.once('exit', () => failed(new Error('the thread that asks for addresses has ended')));
      // After the listener, which keeps the event loop alive.
      own.unref();
      // That rule is about windows.
      // oxlint-disable-next-line require-post-message-target-origin
      own.postMessage(null);
    });

  return () => (areMany() ? (reading ??= readApart().finally(() => (reading = null))) : localAddresses());
}
