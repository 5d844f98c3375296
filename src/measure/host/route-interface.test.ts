import { lookup } from 'node:dns';
import { expect, it } from 'vitest';
import { routeInterface } from './route-interface.ts';

it('names the interface of a route', async () => {
  expect(await routeInterface('127.0.0.1', lookup)).toBe('lo');
  expect(await routeInterface('localhost', lookup)).toBe('lo');
});

it('knows none without a route or an address', async () => {
  const none: typeof lookup = ((_: string, __: object, done: (error: Error) => void) =>
    done(new Error('no such name'))) as never;
  expect(await routeInterface('nobody.invalid', none)).toBeNull();
  expect(await routeInterface('255.255.255.255', lookup)).toBeNull();
});
