import { expect, it } from 'vitest';
import { createAddressReader } from './addresses.ts';

const LOOPBACK = { interfaceName: 'lo', family: 4, address: '127.0.0.1', netmask: '255.0.0.0' };

it('are asked for at once where there are few interfaces', () => {
  expect(createAddressReader(() => false)()).toContainEqual(LOOPBACK);
});

it('come from another thread where there are thousands, asked for once at a time', async () => {
  const few = createAddressReader(() => false);
  const many = createAddressReader(() => true);
  const first = many();
  expect(first).toBeInstanceOf(Promise);
  expect(many()).toBe(first);
  expect(await first).toEqual(few());
  expect(await many()).toEqual(few());
});
