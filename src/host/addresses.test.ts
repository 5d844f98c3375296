import { expect, it } from 'vitest';
import { createAddressReader } from './addresses.ts';

const FEW = ['lo', 'eth0'];
const LOOPBACK = { interfaceName: 'lo', family: 4, address: '127.0.0.1', netmask: '255.0.0.0' };

it('are asked for at once where there are few interfaces', () => {
  expect(createAddressReader(() => FEW)()).toContainEqual(LOOPBACK);
});

it('come from another thread where there are thousands, asked for once at a time', async () => {
  const few = createAddressReader(() => FEW);
  const many = createAddressReader(() => Array.from({ length: 5000 }, (_, at) => `veth${at}`));
  const first = many();
  expect(first).toBeInstanceOf(Promise);
  expect(many()).toBe(first);
  expect(await first).toEqual(few());
  expect(await many()).toEqual(few());
});
