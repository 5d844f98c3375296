import { verbatim } from '../../../core/said.ts';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import type { Gpu } from '../../sources/gpus/card.ts';
import { createGpuMeans } from './quicklook.ts';

const gpu = (proc: number | null, mem: number | null): Gpu => ({
  id: 'x',
  name: 'x',
  proc,
  mem,
  temperature: null,
  fanSpeed: null,
});
const sample = (...gpus: Gpu[]) => Promise.resolve({ gpus, absent: verbatim(''), awaited: null });

describe('means over cards', () => {
  it.each([
    ['all', [gpu(10, 20), gpu(20, 60)], { proc: 15, mem: 40 }],
    ['those that tell', [gpu(10, null), gpu(null, null), gpu(30, 7)], { proc: 20, mem: 7 }],
    ['none that tells', [gpu(null, null)], { proc: 0, mem: 0 }],
    ['no card', [], { proc: 0, mem: 0 }],
  ])('are of %s', async (_, gpus, expected) => {
    expect(await createGpuMeans(createFakeClock(), () => sample(...gpus))()).toEqual(expected);
  });

  it('stay as they were while a driver is slow or fails', async () => {
    const clock = createFakeClock();
    const answers = [
      () => sample(gpu(10, 20)),
      () => new Promise<never>(() => {}),
      () => Promise.reject(new Error('broken')),
    ];
    const means = createGpuMeans(clock, () => (answers.shift() ?? (() => sample()))());
    expect(await means()).toEqual({ proc: 10, mem: 20 });
    const slow = means();
    await clock.advance(200);
    expect(await slow).toEqual({ proc: 10, mem: 20 });
    expect(await means()).toEqual({ proc: 10, mem: 20 });
    expect(await means()).toEqual({ proc: 0, mem: 0 });
  });
});
