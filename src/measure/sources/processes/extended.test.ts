import { describe, expect, it } from 'vitest';
import { steppedEngine } from '../../../../test/support/engine.ts';
import { parseIonice } from './extended.ts';

describe('extended statistics', () => {
  it('come with the scan after the selection, for the selected process only', async () => {
    const { step, engine } = steppedEngine();
    await step({ pid: 7 }, { pid: 8 });
    expect([engine.select(9), engine.select(7)]).toEqual([false, true]);
    expect(engine.current()).toBeNull();
    const entries = await step({ pid: 7, utime: 10, rss: 20 }, { pid: 8 });
    expect(engine.current()).toBe(entries.get(7));
    expect(entries.get(8)).not.toHaveProperty('extended_stats');
    expect(entries.get(7)).toMatchObject({
      extended_stats: true,
      cpu_affinity: [0, 1],
      num_ctx_switches: { voluntary: 7, involuntary: 3 },
      ionice: null,
      num_fds: null,
      memory_swap: null,
      tcp: null,
      udp: null,
      cpu_min: 5,
      cpu_max: 5,
      cpu_mean_sum: 5,
      cpu_mean_counter: 1,
      cpu_mean: 5,
      memory_min: 2,
      memory_max: 2,
    });
  });

  it('keep extremes and mean until another process is selected', async () => {
    const { step, engine } = steppedEngine();
    await step({ pid: 7 }, { pid: 8 });
    engine.select(7);
    await step({ pid: 7, utime: 10 }, { pid: 8 });
    engine.select(7);
    const later = (await step({ pid: 7, utime: 40 }, { pid: 8 })).get(7);
    expect(later).toMatchObject({
      cpu_min: 5,
      cpu_max: 15,
      cpu_mean_sum: 20,
      cpu_mean_counter: 2,
      cpu_mean: 10,
    });
    engine.select(8);
    const other = await step({ pid: 7 }, { pid: 8, utime: 2 });
    expect(other.get(8)).toMatchObject({ cpu_min: 1, cpu_max: 1, cpu_mean_counter: 1 });
    expect(other.get(7)).not.toHaveProperty('extended_stats');
  });

  it('end with the selection', async () => {
    const { step, engine } = steppedEngine();
    await step({ pid: 7 });
    engine.select(7);
    await step({ pid: 7 });
    engine.clear();
    expect(engine.current()).toBeNull();
    expect((await step({ pid: 7 })).get(7)).not.toHaveProperty('extended_stats');
  });

  it.each([
    ['ended', []],
    ['ended and another process has its pid', [{ pid: 7, starttime: 5000 }]],
  ])('end when the process %s', async (_, files) => {
    const { step, engine } = steppedEngine();
    await step({ pid: 7 });
    engine.select(7);
    await step({ pid: 7 });
    await step(...files);
    expect(engine.current()).toBeNull();
    await step({ pid: 7 });
    expect(engine.current()).toBeNull();
  });
});

describe('output of ionice', () => {
  it.each([
    ['none: prio 0\n', { ioclass: 0, value: 0 }],
    ['realtime: prio 3\n', { ioclass: 1, value: 3 }],
    ['best-effort: prio 4\n', { ioclass: 2, value: 4 }],
    ['idle\n', { ioclass: 3, value: 0 }],
    ['', null],
    ['unknown: prio 9', null],
  ])('%j', (output, expected) => {
    expect(parseIonice(output)).toEqual(expected);
  });
});
