import { describe, expect, it } from 'vitest';
import { bytesOf } from './bytes.ts';
import { parseMeminfo, type Meminfo } from './meminfo.ts';
import { computeMemory } from './memory.ts';

const KB = 1024;
const meminfo = (lines: Record<string, number>): Meminfo =>
  parseMeminfo(
    bytesOf(
      Object.entries({ MemTotal: 1000, ...lines })
        .map(([name, value]) => `${name}: ${value} kB\n`)
        .join(''),
    ),
  );

describe('computeMemory', () => {
  it('takes used as what is not available', () => {
    const lines = {
      MemFree: 100,
      MemAvailable: 600,
      Cached: 400,
      SReclaimable: 50,
      Slab: 70,
      Shmem: 20,
      Active: 3,
      Inactive: 4,
      Buffers: 5,
    };
    expect(computeMemory(meminfo(lines))).toEqual({
      total: 1000 * KB,
      available: 600 * KB,
      percent: 40,
      used: 400 * KB,
      free: 100 * KB,
      active: 3 * KB,
      inactive: 4 * KB,
      buffers: 5 * KB,
      cached: 450 * KB,
      shared: 20 * KB,
      slab: 70 * KB,
    });
  });

  it('distrusts an available beyond the total, as in some containers', () => {
    expect(computeMemory(meminfo({ MemFree: 250, MemAvailable: 9000 }))).toMatchObject({
      available: 250 * KB,
      percent: 75,
    });
  });

  it('estimates what old kernels do not say, as new ones compute it', () => {
    const lines = { MemFree: 200, 'Active(file)': 100, 'Inactive(file)': 300, SReclaimable: 20, Cached: 999 };
    // 200 - 50, 400 - min(200, 50), 20 - min(10, 50)
    const extras = { lowWatermark: 50 * KB };
    expect(computeMemory(meminfo(lines), extras).available).toBe((150 + 350 + 10) * KB);
    expect(computeMemory(meminfo(lines)).available).toBe(620 * KB);
  });

  it('estimates from the page cache without shared memory on older kernels still', () => {
    expect(computeMemory(meminfo({ MemFree: 100, Cached: 300, Shmem: 40 })).available).toBe(360 * KB);
  });

  it('never estimates less than nothing', () => {
    expect(computeMemory(meminfo({ MemFree: 1 }), { lowWatermark: 50 * KB })).toMatchObject({
      available: 0,
      percent: 100,
    });
  });

  it('counts the ZFS cache as cache, and as available down to its minimum', () => {
    const lines = { MemAvailable: 300, Cached: 10 };
    const large = computeMemory(meminfo(lines), { arcstats: { size: 400 * KB, cMin: 100 * KB } });
    expect(large).toMatchObject({ available: 600 * KB, used: 400 * KB, percent: 40, cached: 410 * KB });
    const small = computeMemory(meminfo(lines), { arcstats: { size: 50 * KB, cMin: 100 * KB } });
    expect(small).toMatchObject({ available: 300 * KB, cached: 60 * KB });
    const huge = computeMemory(meminfo(lines), { arcstats: { size: 5000 * KB, cMin: 0 } });
    // Impossible, which the range of the field says.
    expect(huge).toMatchObject({ available: 5300 * KB, used: -4300 * KB, percent: -430 });
  });
});
