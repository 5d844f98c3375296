import { describe, expect, it } from 'vitest';
import { type Deferred, defer, isSettled, sampling } from '../../../test/support/sampling.ts';
import { constant } from '../../core/fields.ts';
import { Unsupported } from '../../core/plugin.ts';
import { probing, running, START, at } from '../../../test/support/probing.ts';

describe('heavy plugins', () => {
  it('are read every 30 seconds while nobody asks', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy' });
    const { stateOf } = await running(clock, heavy);
    await clock.advance(61_000);
    expect(heavy.times()).toEqual(at(30, 60));
    expect(stateOf('heavy')).toMatchObject({ state: 'paused', refresh: 30 });
  });

  it('are not alone: those of which nothing is recorded or judged rest too, and are read for a request', async () => {
    const { clock, probe } = probing();
    const light = probe('light', { fields: { n: constant('number', '') } } as never);
    const { sampler, stateOf } = await running(clock, light);
    await clock.advance(601_000);
    expect(light.times()).toEqual(at(300, 600));
    expect(stateOf('light')).toMatchObject({ state: 'paused', refresh: 300 });
    await clock.advance(4000);
    await sampler.touch(['light']);
    expect(light.times()).toEqual(at(605));
    await clock.advance(3000);
    expect(light.times()).toEqual(at(606, 608));
  });

  it('are never read more often than their refresh', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy', refresh: 60 });
    await running(clock, heavy);
    await clock.advance(121_000);
    expect(heavy.times()).toEqual(at(60, 120));
  });

  it('have a pace of their own without requests, also while alerts need them', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy', refresh: 60, idleRefresh: 600 });
    const { sampler, stateOf } = await running(clock, heavy);
    sampler.observe(['heavy']);
    await clock.advance(1201_000);
    expect(heavy.times()).toEqual(at(600, 1200));
    expect(stateOf('heavy')).toMatchObject({ state: 'paused', refresh: 600 });
    await sampler.touch(['heavy']);
    await clock.advance(61_000);
    expect(heavy.times()).toEqual(at(1260));
  });

  it('are read for the request that wakes them, then at their refresh on the old grid, until interest ends', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy' });
    const { sampler, stateOf } = await running(clock, heavy);
    await clock.advance(10_300);
    await sampler.touch(['heavy']);
    expect(heavy.times()).toEqual(at(10.3));
    expect(stateOf('heavy')).toMatchObject({ state: 'ok', refresh: 2 });
    await clock.advance(49_000);
    // Interest ends at 20.3 s; the read of 20 s still sets the next one at the refresh.
    expect(heavy.times()).toEqual(at(12, 14, 16, 18, 20, 22, 52));
  });

  it('stay awake while requests keep coming', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy' });
    const { sampler } = await running(clock, heavy);
    for (let count = 0; count < 5; count += 1) {
      void sampler.touch(['heavy']);
      await clock.advance(8000);
    }
    expect(heavy.times()).toEqual(at(...Array.from({ length: 20 }, (_, index) => 2 * (index + 1))));
  });

  it('that were read a moment ago are not read again for a request, but soon after', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy' });
    const { sampler } = await running(clock, heavy);
    await clock.advance(3900);
    expect(sampler.touch(['heavy'])).toBeNull();
    expect(heavy.times()).toEqual([]);
    await clock.advance(2200);
    expect(heavy.times()).toEqual(at(6));
  });

  it('are read once for requests that come together', async () => {
    const { clock, probe } = probing();
    let answer: Deferred<{ n: number }> | null = null;
    const heavy = probe('heavy', { weight: 'heavy' }, () => answer?.promise ?? { n: 1 });
    const { sampler, store } = await running(clock, heavy);
    await clock.advance(10_000);
    answer = defer();
    const waits = [sampler.touch(['heavy']), sampler.touch(['heavy', 'other'])];
    expect(heavy.times()).toEqual(at(10));
    expect(await isSettled(Promise.race(waits))).toBe(false);
    answer.resolve({ n: 2 });
    await Promise.all(waits);
    expect(heavy.times()).toEqual([]);
    expect(store.latest('heavy').value).toEqual({ n: 2 });
  });

  it('that hang hold up no request longer than 5 seconds, and later ones not at all', async () => {
    const { clock, probe } = probing();
    let isDead = false;
    const { promise } = defer<null>();
    const heavy = probe('heavy', { weight: 'heavy', deadline: 60 }, () => (isDead ? promise : { n: 1 }));
    const { sampler } = await running(clock, heavy);
    await clock.advance(10_000);
    isDead = true;
    const wait = sampler.touch(['heavy']) as Promise<void>;
    await clock.advance(4999);
    expect(await isSettled(wait)).toBe(false);
    await clock.advance(1);
    expect(await isSettled(wait)).toBe(true);
    expect(sampler.touch(['heavy'])).toBeNull();
    await clock.advance(30_000);
    expect(sampler.touch(['heavy'])).toBeNull();
    expect(heavy.times()).toEqual(at(10));
  });

  it('do not wait for each other', async () => {
    const { clock, probe } = probing();
    let isDead = false;
    const { promise } = defer<null>();
    const slow = probe('slow', { weight: 'heavy' }, () => (isDead ? promise : { n: 1 }));
    const quick = probe('quick', { weight: 'heavy' });
    const { sampler } = await running(clock, slow, quick);
    await clock.advance(10_000);
    isDead = true;
    void sampler.touch(['slow', 'quick']);
    expect(quick.times()).toEqual(at(10));
    const wait = sampler.touch(['quick']);
    expect(wait === null || (await isSettled(wait))).toBe(true);
  });

  it('that the host does not support are not woken by every request', async () => {
    const { clock, probe } = probing();
    const absent = probe('absent', { weight: 'heavy' }, () => {
      throw new Unsupported('no socket');
    });
    const { sampler } = await running(clock, absent);
    for (let count = 0; count < 29; count += 1) {
      await clock.advance(1000);
      expect(sampler.touch(['absent'])).toBeNull();
    }
    expect(absent.times()).toEqual([]);
  });

  it('are not woken before the start nor after the end', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy' });
    const { sampler, started } = sampling([heavy.plugin], { clock });
    expect(sampler.touch(['heavy'])).toBeNull();
    await started();
    heavy.times();
    await clock.advance(2000);
    expect(heavy.times()).toEqual(at(2));
    sampler.stop();
    await clock.advance(60_000);
    expect(sampler.touch(['heavy'])).toBeNull();
    expect(heavy.times()).toEqual([]);
  });
});

describe('hold', () => {
  it('keeps a heavy plugin at its refresh until it is released', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy' });
    const { sampler, stateOf } = await running(clock, heavy);
    await clock.advance(20_000);
    const release = sampler.keepActive(['heavy']);
    heavy.times();
    await clock.advance(60_000);
    expect(heavy.times().length).toBeGreaterThanOrEqual(30);
    expect(stateOf('heavy')?.state).toBe('ok');
    release();
    await clock.advance(60_000);
    expect(heavy.times().length).toBeLessThan(10);
    expect(stateOf('heavy')?.state).toBe('paused');
  });

  it('reads at every third refresh after a while where a glance is enough, until it is released', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy' });
    const { sampler } = await running(clock, heavy);
    await clock.advance(20_000);
    heavy.times();
    const release = sampler.keepSlow(['heavy']);
    await clock.advance(10_000);
    expect(heavy.times()).toHaveLength(6);
    await clock.advance(10_000);
    heavy.times();
    await clock.advance(60_000);
    expect(heavy.times()).toHaveLength(10);
    void sampler.touch(['heavy']);
    await clock.advance(8000);
    expect(heavy.times().length).toBeGreaterThanOrEqual(4);
    release();
    await clock.advance(20_000);
    heavy.times();
    await clock.advance(60_000);
    expect(heavy.times()).toHaveLength(2);
  });

  it('reads what rested soon, but not within the call', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy' });
    const { sampler } = await running(clock, heavy);
    await clock.advance(25_000);
    heavy.times();
    sampler.keepActive(['heavy']);
    expect(heavy.times()).toEqual([]);
    await clock.advance(0);
    expect(heavy.times()).toEqual([START + 25_000]);
  });

  it('works from before the start on', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy' });
    const rig = sampling([heavy.plugin], { clock });
    rig.sampler.keepActive(['heavy', 'unknown']);
    await rig.started();
    heavy.times();
    await clock.advance(40_000);
    expect(heavy.times()).toHaveLength(20);
  });

  it('comes to nothing when it is released at once', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy' });
    const { sampler, stateOf } = await running(clock, heavy);
    await clock.advance(20_000);
    sampler.keepActive(['heavy'])();
    await clock.advance(0);
    expect(stateOf('heavy')?.state).toBe('paused');
  });
});
