import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { defer, isSettled, sampling } from '../../../test/support/sampling.ts';
import { gauge } from '../../core/fields.ts';
import { definePlugin } from '../../core/plugin.ts';
import { probing, START, at } from '../../../test/support/probing.ts';

describe('a plugin that asks for one more read', () => {
  const asking = (clock: ReturnType<typeof createFakeClock>, wait: (count: number) => number | null) => {
    const times: number[] = [];
    const plugin = definePlugin({
      name: 'asking',
      description: '',
      shape: 'object',
      fields: { n: gauge('number', '') },
      create: ({ again, refresh }) => ({
        read() {
          times.push(clock.monotonic());
          const ms = wait(times.length);
          if (ms !== null) again(ms);
          return { n: refresh };
        },
      }),
    });
    return { plugin, times };
  };

  it('gets it beside its beat', async () => {
    const clock = createFakeClock();
    const { plugin, times } = asking(clock, (count) => (count === 2 ? 500 : null));
    const rig = sampling([plugin], { clock });
    await rig.started();
    await clock.advance(4100);
    expect(times.slice(2)).toEqual([START + 500, ...at(2, 4)]);
    expect(rig.store.latest('asking').value).toEqual({ n: 2 });
  });

  it('never gets it so soon that nothing else runs', async () => {
    const clock = createFakeClock();
    const { plugin, times } = asking(clock, () => 0);
    await sampling([plugin], { clock }).started();
    const before = times.length;
    await clock.advance(1000);
    expect(times.length - before).toBe(20);
  });

  it('gets none after the end', async () => {
    const clock = createFakeClock();
    const { plugin, times } = asking(clock, () => 100);
    const rig = sampling([plugin], { clock });
    await rig.started();
    rig.sampler.stop();
    const before = times.length;
    await clock.advance(10_000);
    expect(times.length).toBe(before);
  });
});

describe('the start', () => {
  it('takes two samples of everything, and records only the second', async () => {
    const { clock, probe } = probing();
    const [light, heavy] = [probe('light'), probe('heavy', { weight: 'heavy' })];
    const { sampler, store } = sampling([light.plugin, heavy.plugin], { clock });
    const start = sampler.start();
    await clock.advance(99);
    expect([light.times(), heavy.times(), await isSettled(start)]).toEqual([[0], [0], false]);
    await clock.advance(1);
    expect([light.times(), heavy.times(), await isSettled(start)]).toEqual([[100], [100], true]);
    expect(store.latest('light').sequence).toBe(2);
    expect(store.history('light').points('n')).toEqual([[clock.now(), 1]]);
  });

  it('has its second sample due when the first was begun 100 ms ago, whatever was done in between', async () => {
    const { clock, probe } = probing();
    const light = probe('light');
    const { sampler } = sampling([light.plugin], { clock });
    await sampler.begin();
    await clock.advance(80);
    const start = sampler.start();
    await clock.advance(20);
    expect([light.times(), await isSettled(start)]).toEqual([[0, 100], true]);
  });

  it('begins in 50 ms, even where a plugin takes longer', async () => {
    const { clock, probe } = probing();
    const { sampler } = sampling([probe('dead', {}, () => defer<null>().promise).plugin], { clock });
    const begun = sampler.begin();
    await clock.advance(49);
    expect(await isSettled(begun)).toBe(false);
    await clock.advance(1);
    expect(await isSettled(begun)).toBe(true);
  });

  it('does not wait for a plugin that hangs', async () => {
    const { clock, probe } = probing();
    const { promise } = defer<null>();
    const { sampler, store } = sampling([probe('dead', {}, () => promise).plugin, probe('cpu').plugin], {
      clock,
    });
    const start = sampler.start();
    await clock.advance(149);
    expect(await isSettled(start)).toBe(false);
    await clock.advance(1);
    expect(await isSettled(start)).toBe(true);
    expect(store.latest('cpu').sequence).toBe(2);
  });

  it.each([
    ['heavy', 5000],
    ['light', 300],
  ] as const)(
    'leaves a slow first read of a %s plugin for requests to wait for, %d ms at most',
    async (weight, timeoutMs) => {
      const { clock, probe } = probing();
      const { promise, resolve } = defer<{ n: number }>();
      const [slow, dead] = [
        probe('slow', { weight }, () => promise),
        probe('dead', { weight }, () => defer<null>().promise),
      ];
      const { sampler, store, started } = sampling([slow.plugin, dead.plugin], { clock });
      const start = started();
      await clock.advance(timeoutMs - 1);
      await start;
      const waits = [sampler.touch(['slow']), sampler.touch(['dead'])] as [Promise<void>, Promise<void>];
      expect(await isSettled(Promise.race(waits))).toBe(false);
      resolve({ n: 7 });
      await waits[0];
      expect(store.latest('slow').value).toEqual({ n: 7 });
      await clock.advance(1);
      expect(await isSettled(waits[1])).toBe(true);
      expect(sampler.touch(['dead'])).toBeNull();
    },
  );

  it('can be called off', async () => {
    const { clock, probe } = probing();
    const light = probe('light');
    const { sampler } = sampling([light.plugin], { clock });
    const start = sampler.start();
    sampler.stop();
    await clock.advance(100);
    await start;
    light.times();
    await clock.advance(60_000);
    expect(light.times()).toEqual([]);
  });

  it('is possible without plugins', async () => {
    const { started, sampler } = sampling([]);
    await started();
    expect(sampler.states()).toEqual([]);
  });
});
