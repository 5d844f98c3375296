import { describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { defer, sampling } from '../../../test/support/sampling.ts';
import { counter, gauge } from '../../core/fields.ts';
import { definePlugin, type Plugin, Unsupported } from '../../core/plugin.ts';
import { defineSource, type Source } from '../../core/source.ts';
import { probing, running, START, at } from '../../../test/support/probing.ts';

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
    expect(sampler.touch(['light', 'unknown'])).toBeNull();
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

  it.each(['light', 'heavy'] as const)(
    'after minutes are tried every five minutes until somebody asks (%s)',
    async (weight) => {
      const { clock, probe } = probing();
      let isThere = false;
      const absent = probe('absent', { weight }, () => {
        if (!isThere) throw new Unsupported('no /sys/x');
        return { n: 1 };
      });
      const { sampler, stateOf } = await running(clock, absent);
      await clock.advance(1_000_000);
      // Two reads of the start count among the four; the third tells that the fourth is due after a beat.
      expect(absent.times()).toEqual(at(30, 60, 90, 390, 690, 990));
      expect(stateOf('absent')).toMatchObject({ state: 'unsupported', refresh: 300 });
      isThere = true;
      await clock.advance(100_000);
      await sampler.touch(['absent']);
      expect(absent.times()).toEqual(at(1100));
      expect(stateOf('absent')).toMatchObject({ state: 'ok', refresh: 2 });
    },
  );

  it('are tried at the slow beat as long as somebody wants them', async () => {
    const { clock, probe } = probing();
    const absent = probe('absent', {}, () => {
      throw new Unsupported('no /sys/x');
    });
    const { sampler } = await running(clock, absent);
    sampler.keepActive(['absent']);
    await clock.advance(241_000);
    expect(absent.times()).toEqual(at(30, 60, 90, 120, 150, 180, 210, 240));
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
    expect(['failing', 'hanging', 'good', 'other'].map(rig.sampler.isStale)).toEqual([
      true,
      true,
      false,
      false,
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
  /** A plugin that serves the values of its source. */
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
    await rig.sampler.touch(['a', 'b']);
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
