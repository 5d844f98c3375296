import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';

it('hands out a port once, whether or not something listens there', async () => {
  // Of 300 random picks from 12,768, two are equal with a probability of 97 %.
  const ports = new Set<number>();
  for (let count = 0; count < 300; count += 1) ports.add(await freePort());
  expect(ports.size).toBe(300);
});
