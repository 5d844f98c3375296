import { lookup } from 'node:dns';
import { expect, it } from 'vitest';
import { bytesOf } from '../linux/bytes.ts';
import { routeTo } from './route-to.ts';

const read = (): Uint8Array => bytesOf('');

it('names the interface of a route', async () => {
  expect(await routeTo('127.0.0.1', lookup, read)).toEqual({ interface: 'lo' });
  expect(await routeTo('localhost', lookup, read)).toEqual({ interface: 'lo' });
});

it('knows none without a route or an address', async () => {
  const none: typeof lookup = ((_: string, __: object, done: (error: Error) => void) =>
    done(new Error('no such name'))) as never;
  expect(await routeTo('nobody.invalid', none, read)).toBeNull();
  expect(await routeTo('255.255.255.255', lookup, read)).toBeNull();
});

it('names the router, where the main table rules', async () => {
  const row = (name: string, destination: string, gateway: string, mask: string) =>
    `${name}\t${destination}\t${gateway}\t0003\t0\t0\t0\t${mask}\t0\t0\t0\n`;
  const through = (name: string) => row(name, '0000007F', '010200C0', '000000FF');
  const ask = (table: string) => routeTo('127.0.0.1', lookup, () => bytesOf(table));
  expect(await ask(through('lo'))).toEqual({ interface: 'lo', gateway: '192.0.2.1' });
  expect(await ask(through('eth0'))).toEqual({ interface: 'lo' });
  const unreadable = (): never => {
    throw new Error('ENOENT');
  };
  expect(await routeTo('127.0.0.1', lookup, unreadable)).toEqual({ interface: 'lo' });
});
