import { describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { type Deferred, defer, isSettled, sampling } from '../../test/support/sampling.ts';
import { constant, counter, gauge } from '../core/fields.ts';
import { definePlugin, type MaybePromise, type Plugin, Unsupported } from '../core/plugin.ts';
import { defineSource, type Source } from '../core/source.ts';

interface Probe {
  plugin: Plugin;
  read: ReturnType<typeof vi.fn>;
  /** Monotonic times of the reads since the last call. */
  times(): number[];
}

/** A plugin that notes when it is read. `clock` is the one its sampler runs on. */
function probing() {
  const clock = createFakeClock();
  const probe = (
    name: string,
    declared: Partial<Plugin> = {},
    does: () => MaybePromise<{ n: number } | null> = () => ({ n: 1 }),
  ): Probe => {
    let times: number[] = [];
    const read = vi.fn(() => {
      times.push(clock.monotonic());
      return does();
    });
    const plugin = definePlugin({
      name,
      description: '',
      shape: 'object',
      fields: { n: gauge('number', '') },
      create: () => ({ read }),
      ...(declared as object),
    });
    const taken = () => {
      const all = times;
      times = [];
      return all;
    };
    return { plugin, read, times: taken };
  };
  return { clock, probe };
}

/** Starts the plugins of the probes and forgets the reads of the start. */
async function running(clock: ReturnType<typeof createFakeClock>, ...probes: Probe[]) {
  const rig = sampling(
    probes.map(({ plugin }) => plugin),
    { clock },
  );
  await rig.started();
  for (const { times } of probes) times();
  return rig;
}

/** After the start, 100 ms. */
const START = 100;
const at = (...seconds: number[]) => seconds.map((second) => START + second * 1000);

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
    async (weight, patience) => {
      const { clock, probe } = probing();
      const { promise, resolve } = defer<{ n: number }>();
      const [slow, dead] = [
        probe('slow', { weight }, () => promise),
        probe('dead', { weight }, () => defer<null>().promise),
      ];
      const { sampler, store, started } = sampling([slow.plugin, dead.plugin], { clock });
      const start = started();
      await clock.advance(patience - 1);
      await start;
      const waits = [sampler.want(['slow']), sampler.want(['dead'])] as [Promise<void>, Promise<void>];
      expect(await isSettled(Promise.race(waits))).toBe(false);
      resolve({ n: 7 });
      await waits[0];
      expect(store.latest('slow').value).toEqual({ n: 7 });
      await clock.advance(1);
      expect(await isSettled(waits[1])).toBe(true);
      expect(sampler.want(['dead'])).toBeNull();
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

describe('light plugins', () => {
  it('are read at their refresh, in step with each other', async () => {
    const { clock, probe } = probing();
    const [two, three] = [probe('two'), probe('three', { refresh: 3 })];
    await running(clock, two, three);
    await clock.advance(6500);
    expect(two.times()).toEqual(at(2, 4, 6));
    expect(three.times()).toEqual(at(3, 6));
  });

  it('are never waited for', async () => {
    const { clock, probe } = probing();
    const { sampler } = await running(clock, probe('light'));
    await clock.advance(1999);
    expect(sampler.want(['light', 'unknown'])).toBeNull();
  });

  it('are not read again once stopped', async () => {
    const { clock, probe } = probing();
    const light = probe('light');
    const { sampler } = await running(clock, light);
    await clock.advance(2000);
    sampler.stop();
    light.times();
    await clock.advance(60_000);
    expect(light.times()).toEqual([]);
  });

  it('that the host does not support are tried at a slow beat', async () => {
    const { clock, probe } = probing();
    const absent = probe('absent', {}, () => {
      throw new Unsupported('no /sys/x');
    });
    const { stateOf } = await running(clock, absent);
    await clock.advance(31_000);
    expect(absent.times()).toEqual(at(30));
    expect(stateOf('absent')).toMatchObject({ state: 'unsupported', refresh: 30 });
  });
});

describe('time that jumps', () => {
  /** A clock whose monotonic and wall time can be moved without timers noticing. */
  function jumpy() {
    const base = createFakeClock();
    const jump = { monotonic: 0, wall: 0 };
    const clock = {
      ...base,
      now: () => base.now() + jump.wall,
      monotonic: () => base.monotonic() + jump.monotonic,
    };
    const times: number[] = [];
    const plugin = definePlugin({
      name: 'light',
      description: '',
      shape: 'object',
      fields: { n: counter('number', '') },
      create: () => ({
        read: () => {
          times.push(clock.monotonic());
          return { n: 1 };
        },
      }),
    });
    return { clock, jump, times, plugin };
  }

  it('does not make up for reads that were missed, and stays on the grid', async () => {
    const { clock, jump, times, plugin } = jumpy();
    await sampling([plugin], { clock }).started();
    times.length = 0;
    jump.monotonic = 5500;
    await clock.advance(6500);
    expect(times).toEqual([START + 7500, ...at(8, 10, 12)]);
  });

  it('does not mind a wall clock that is set', async () => {
    const { clock, jump, times, plugin } = jumpy();
    const { store, started } = sampling([plugin], { clock });
    await started();
    times.length = 0;
    jump.wall = -3_600_000;
    await clock.advance(4000);
    expect(times).toEqual(at(2, 4));
    expect(store.latest('light')).toMatchObject({ time: clock.now(), value: { time_since_update: 2 } });
  });
});

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
    await clock.advance(31_000);
    expect(light.times()).toEqual(at(30));
    expect(stateOf('light')).toMatchObject({ state: 'paused', refresh: 30 });
    await clock.advance(4000);
    await sampler.want(['light']);
    expect(light.times()).toEqual(at(35));
    await clock.advance(3000);
    expect(light.times()).toEqual(at(36, 38));
  });

  it('are never read more often than their refresh', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy', refresh: 60 });
    await running(clock, heavy);
    await clock.advance(121_000);
    expect(heavy.times()).toEqual(at(60, 120));
  });

  it('are read for the request that wakes them, then at their refresh on the old grid, until interest ends', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy' });
    const { sampler, stateOf } = await running(clock, heavy);
    await clock.advance(10_300);
    await sampler.want(['heavy']);
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
      void sampler.want(['heavy']);
      await clock.advance(8000);
    }
    expect(heavy.times()).toEqual(at(...Array.from({ length: 20 }, (_, index) => 2 * (index + 1))));
  });

  it('that were read a moment ago are not read again for a request, but soon after', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy' });
    const { sampler } = await running(clock, heavy);
    await clock.advance(3900);
    expect(sampler.want(['heavy'])).toBeNull();
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
    const waits = [sampler.want(['heavy']), sampler.want(['heavy', 'other'])];
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
    const wait = sampler.want(['heavy']) as Promise<void>;
    await clock.advance(4999);
    expect(await isSettled(wait)).toBe(false);
    await clock.advance(1);
    expect(await isSettled(wait)).toBe(true);
    expect(sampler.want(['heavy'])).toBeNull();
    await clock.advance(30_000);
    expect(sampler.want(['heavy'])).toBeNull();
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
    void sampler.want(['slow', 'quick']);
    expect(quick.times()).toEqual(at(10));
    const wait = sampler.want(['quick']);
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
      expect(sampler.want(['absent'])).toBeNull();
    }
    expect(absent.times()).toEqual([]);
  });

  it('are not woken before the start nor after the end', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy' });
    const { sampler, started } = sampling([heavy.plugin], { clock });
    expect(sampler.want(['heavy'])).toBeNull();
    await started();
    heavy.times();
    await clock.advance(2000);
    expect(heavy.times()).toEqual(at(2));
    sampler.stop();
    await clock.advance(60_000);
    expect(sampler.want(['heavy'])).toBeNull();
    expect(heavy.times()).toEqual([]);
  });
});

describe('plugins paced by another', () => {
  it('are left out while they are spared, and read when that ends', async () => {
    const { clock, probe } = probing();
    const [leader, follower] = [probe('leader'), probe('follower', { pacedBy: 'leader' })];
    const rig = await running(clock, leader, follower);
    const end = rig.sampler.spare('follower');
    await clock.advance(4500);
    expect([leader.times(), follower.times()]).toEqual([at(2, 4), []]);
    end();
    end();
    expect([leader.times(), follower.times()]).toEqual([[], at(4.5)]);
    await clock.advance(2000);
    expect(follower.times()).toEqual(at(6));
  });

  it('are read together with it, at its refresh and demand', async () => {
    const { clock, probe } = probing();
    const leader = probe('leader', { weight: 'heavy', refresh: 4 });
    const follower = probe('follower', { pacedBy: 'leader', refresh: 1 });
    const { sampler, stateOf } = await running(clock, follower, leader);
    await clock.advance(10_000);
    await sampler.want(['follower']);
    expect([leader.times(), follower.times()]).toEqual([at(10), at(10)]);
    expect(stateOf('leader')?.refresh).toBe(4);
    await clock.advance(8000);
    expect(leader.times()).toEqual(follower.times());
  });

  it('may pace others in turn', async () => {
    const { clock, probe } = probing();
    const probes = [probe('c', { pacedBy: 'b' }), probe('b', { pacedBy: 'a' }), probe('a', { refresh: 3 })];
    await running(clock, ...probes);
    await clock.advance(3000);
    expect(probes.map(({ times }) => times())).toEqual([at(3), at(3), at(3)]);
  });

  it('go by themselves when it is not enabled', async () => {
    const { clock, probe } = probing();
    const follower = probe('follower', { pacedBy: 'leader', refresh: 1 });
    await running(clock, follower);
    await clock.advance(2000);
    expect(follower.times()).toEqual(at(1, 2));
  });
});

describe('isolation', () => {
  it('lets a plugin fail, hang or lack something without the others noticing', async () => {
    const { clock, probe } = probing();
    const { promise } = defer<null>();
    const failing = probe('failing', {}, () => {
      throw new Error('broken');
    });
    const rejecting = probe('rejecting', {}, () => Promise.reject(new Error('refused')));
    const hanging = probe('hanging', { deadline: 1 }, () => promise);
    const good = probe('good');
    const rig = sampling(
      [failing, rejecting, hanging, good].map(({ plugin }) => plugin),
      { clock },
    );
    const start = rig.sampler.start();
    await clock.advance(150);
    await start;
    good.times();
    await clock.advance(4000);
    expect(good.times()).toEqual([2150, 4150]);
    expect(hanging.read).toHaveBeenCalledTimes(1);
    expect(rig.sampler.states()).toMatchObject([
      { name: 'failing', state: 'failing', reason: 'broken', last_sample: null, duration_ms: null },
      { name: 'good', state: 'ok', reason: null, last_sample: clock.now(), duration_ms: 0 },
      { name: 'hanging', state: 'stalled', reason: 'reading did not end within 1 s' },
      { name: 'rejecting', state: 'failing', reason: 'refused' },
    ]);
  });

  it('tells what was never read from what is empty', async () => {
    const { clock, probe } = probing();
    const first = defer<{ n: number }>();
    const slow = probe('slow', {}, () => first.promise);
    const failing = probe('failing', {}, () => {
      throw new Error('broken');
    });
    const { sampler } = sampling([slow.plugin, failing.plugin], { clock });
    const start = sampler.start();
    await clock.advance(5000);
    await clock.advance(5100);
    await start;
    expect(['slow', 'failing', 'other'].map(sampler.isUnread)).toEqual([true, false, false]);
    await clock.advance(20_000);
    expect(sampler.isUnread('slow')).toBe(true);
    first.resolve({ n: 1 });
    await clock.advance(2000);
    expect(sampler.isUnread('slow')).toBe(false);
  });

  it('tells when a plugin stops or resumes working', async () => {
    const { clock, probe } = probing();
    let isBroken = false;
    const { plugin } = probe('fickle', {}, () => {
      if (isBroken) throw new Error('broken');
      return { n: 1 };
    });
    const onHealth = vi.fn();
    await sampling([plugin], { clock, onHealth }).started();
    isBroken = true;
    await clock.advance(4000);
    isBroken = false;
    await clock.advance(4000);
    expect(onHealth.mock.calls).toEqual([
      ['fickle', 'failing', 'broken'],
      ['fickle', 'ok', null],
    ]);
  });
});

describe('shared sources', () => {
  /** A plugin that serves what the source gives. */
  const user = (name: string, source: Source<number>, declared: Partial<Plugin> = {}): Plugin =>
    definePlugin({
      name,
      description: '',
      shape: 'object',
      fields: { n: gauge('number', '') },
      create: ({ use }) => {
        const read = use(source);
        return { read: () => ({ n: read() }) };
      },
      ...(declared as object),
    });

  const counting = () => {
    let count = 0;
    return defineSource({ name: 'count', create: () => ({ read: () => (count += 1), reads: () => count }) });
  };

  it('are read once for all plugins of a tick', async () => {
    const source = counting();
    const { started, sampler, clock } = sampling([user('a', source), user('b', source)]);
    await started();
    expect(sampler.instance(source).reads()).toBe(2);
    await clock.advance(2000);
    expect(sampler.instance(source).reads()).toBe(3);
  });

  it('are read once for all plugins that a request wakes', async () => {
    const source = counting();
    const heavy = { weight: 'heavy' } as const;
    const rig = sampling([user('a', source, heavy), user('b', source, heavy)]);
    await rig.started();
    await rig.clock.advance(10_000);
    await rig.sampler.want(['a', 'b']);
    expect(rig.sampler.instance(source).reads()).toBe(3);
    expect(rig.store.latest('a').value).toEqual(rig.store.latest('b').value);
  });

  it('write notices of their owner', async () => {
    const source = defineSource({
      name: 'scan',
      owner: 'a',
      create: ({ notice }) => ({
        read: () => {
          notice('io', 'no permission to read io');
          return 1;
        },
      }),
    });
    const { started, stateOf } = sampling([user('a', source), user('b', source)]);
    await started();
    expect(stateOf('a')).toMatchObject({ state: 'ok', reason: 'no permission to read io' });
    expect(stateOf('b')).toMatchObject({ state: 'ok', reason: null });
  });
});

describe('slices', () => {
  it('let others have their turn between plugins that take long', async () => {
    const { clock, probe } = probing();
    const order: string[] = [];
    const busy = { ...clock, monotonic: () => clock.monotonic() + order.length * 10 };
    const step = (name: string) =>
      probe(name, {}, () => {
        order.push(name);
        return { n: 1 };
      }).plugin;
    const { sampler } = sampling([step('a'), step('b')], { clock: busy });
    setImmediate(() => order.push('request'));
    void sampler.start();
    await clock.advance(1);
    expect(order.slice(0, 3)).toEqual(['a', 'request', 'b']);
    sampler.stop();
  });
});

describe('hold', () => {
  it('keeps a heavy plugin at its refresh until it is released', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy' });
    const { sampler, stateOf } = await running(clock, heavy);
    await clock.advance(20_000);
    const release = sampler.hold(['heavy']);
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
    const release = sampler.glance(['heavy']);
    await clock.advance(10_000);
    expect(heavy.times()).toHaveLength(6);
    await clock.advance(10_000);
    heavy.times();
    await clock.advance(60_000);
    expect(heavy.times()).toHaveLength(10);
    void sampler.want(['heavy']);
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
    sampler.hold(['heavy']);
    expect(heavy.times()).toEqual([]);
    await clock.advance(0);
    expect(heavy.times()).toEqual([START + 25_000]);
  });

  it('works from before the start on', async () => {
    const { clock, probe } = probing();
    const heavy = probe('heavy', { weight: 'heavy' });
    const rig = sampling([heavy.plugin], { clock });
    rig.sampler.hold(['heavy', 'unknown']);
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
    sampler.hold(['heavy'])();
    await clock.advance(0);
    expect(stateOf('heavy')?.state).toBe('paused');
  });
});
