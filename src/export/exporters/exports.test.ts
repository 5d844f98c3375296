import { expect, it } from 'vitest';
import { shareOf } from './exports.ts';

const MIB = 1024 * 1024;

it.each([
  [[64], [64]],
  [
    [64, 64, 64, 64],
    [64, 64, 64, 64],
  ],
  [
    [64, 64, 64, 64, 64, 64, 64, 64],
    [32, 32, 32, 32, 32, 32, 32, 32],
  ],
  [[1024], [1024]],
  [
    [1024, 1024],
    [512, 512],
  ],
])('queues of %j MiB share 256 MiB, or as much as the largest has: %j', (configured, shares) => {
  const all = configured.map((size) => ({ common: { queue_bytes: size * MIB } }));
  expect(all.map((one) => shareOf(one, all) / MIB)).toEqual(shares);
});
