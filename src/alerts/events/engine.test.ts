import { describe, expect, it } from 'vitest';
import { createEventRig, verdict } from '../../../test/support/event-rig.ts';

const START = Date.UTC(2026, 0, 1) / 1000;

describe('an event', () => {
  it('begins at WARNING or CRITICAL, and is listed at once', async () => {
    const { events, clock, list } = createEventRig();
    events.take('cpu', [verdict('cpu', { level: 'WARNING', value: 80 })], clock.now() + 345);
    await clock.advance(0);
    expect(list()).toEqual([
      {
        begin: START,
        end: -1,
        state: 'WARNING',
        type: 'CPU_TOTAL',
        max: 80,
        avg: 80,
        min: 80,
        sum: 80,
        count: 1,
        top: [],
        desc: '',
        sort: 'cpu_percent',
        global_msg: 'EVENTS history',
      },
    ]);
  });

  it.each(['DEFAULT', 'OK', 'CAREFUL'] as const)('does not begin at %s', async (level) => {
    const { levels, list, changes } = createEventRig();
    await levels(level, level);
    expect([list(), changes]).toEqual([[], []]);
  });

  it('is not made of values without log', async () => {
    const { feed, changes } = createEventRig();
    await feed('cpu', { level: 'CRITICAL', log: false });
    expect(changes).toEqual([]);
  });

  it('keeps smallest, largest, sum, number and mean of its values', async () => {
    const { feed, list } = createEventRig();
    for (const value of [86.2, 97.4, 90.5]) await feed('cpu', { level: 'WARNING', value });
    expect(list()).toMatchObject([{ min: 86.2, max: 97.4, count: 3, end: -1 }]);
    expect(list()[0]?.sum).toBeCloseTo(274.1);
    expect(list()[0]?.avg).toBeCloseTo(274.1 / 3);
  });

  it('gets worse, and never better again', async () => {
    const { levels, list, told } = createEventRig();
    await levels('WARNING', 'CRITICAL', 'WARNING', 'WARNING');
    expect(list()).toMatchObject([{ state: 'CRITICAL', count: 4 }]);
    expect(told()).toEqual(['begin CPU_TOTAL', 'level CPU_TOTAL']);
  });

  it.each(['OK', 'CAREFUL', 'DEFAULT'] as const)('ends at %s', async (level) => {
    const { levels, list, told } = createEventRig();
    await levels('WARNING', 'WARNING', 'WARNING', level);
    expect(list()).toMatchObject([{ begin: START, end: START + 6, count: 3 }]);
    expect(told()).toEqual(['begin CPU_TOTAL', 'end CPU_TOTAL']);
  });

  it('ends when its item vanishes', async () => {
    const { feed, list } = createEventRig();
    const [eth0, eth1] = ['eth0', 'eth1'].map(
      (identity) => ({ level: 'CRITICAL', field: 'rx', identity }) as const,
    );
    for (let pass = 0; pass < 4; pass += 1) await feed('network', eth0!, eth1!);
    await feed('network', eth1!);
    expect(list()).toMatchObject([
      { type: 'NETWORK_ETH1_RX', end: -1 },
      { type: 'NETWORK_ETH0_RX', end: START + 8 },
    ]);
    await feed('network');
    expect(list().map(({ end }) => end)).toEqual([START + 10, START + 8]);
  });

  it('is not ended by snapshots of other plugins', async () => {
    const { levels, feed, list } = createEventRig();
    await levels('WARNING');
    await feed('mem', { level: 'OK', field: '' });
    expect(list()).toMatchObject([{ type: 'CPU_TOTAL', end: -1 }]);
  });

  it('is forgotten when it was shorter than the minimum', async () => {
    const { levels, list, changes } = createEventRig();
    await levels('WARNING', 'WARNING', 'OK');
    expect(list()).toEqual([]);
    expect(changes.at(-1)).toMatchObject({ kind: 'end', dropped: true, event: { end: START + 4 } });
    await levels('WARNING', 'WARNING', 'WARNING', 'OK');
    expect(list()).toHaveLength(1);
    expect(changes.at(-1)?.dropped).toBe(false);
  });

  it('counts whole seconds, whatever the jitter of timers', async () => {
    const { events, clock, list } = createEventRig();
    const take = (level: 'WARNING' | 'OK') => events.take('cpu', [verdict('cpu', { level })], clock.now());
    take('WARNING');
    await clock.advance(5980);
    take('OK');
    await clock.advance(0);
    expect(list()).toHaveLength(1);
  });

  it('lasts as long as the monotonic clock says, though the wall clock is set back', async () => {
    const { events, clock, list } = createEventRig();
    const hour = 3_600_000;
    events.take('cpu', [verdict('cpu', { level: 'WARNING' })], clock.now());
    await clock.advance(8000);
    events.take('cpu', [verdict('cpu', { level: 'OK' })], clock.now() - hour);
    await clock.advance(0);
    expect(list()).toMatchObject([{ begin: START, end: START }]);
  });
});

describe('an alarm soon after the end', () => {
  it('continues the event', async () => {
    const { levels, list, told } = createEventRig();
    await levels('CRITICAL', 'WARNING', 'WARNING', 'OK', 'OK', 'WARNING', 'WARNING', 'OK');
    expect(list()).toMatchObject([{ begin: START, end: START + 14, state: 'CRITICAL', count: 5 }]);
    expect(told()).toEqual(['begin CPU_TOTAL', 'end CPU_TOTAL', 'resume CPU_TOTAL', 'end CPU_TOTAL']);
  });

  it('begins another one once the interval is over', async () => {
    const { levels, list } = createEventRig();
    await levels('WARNING', 'WARNING', 'WARNING', 'OK', 'OK', 'OK', 'WARNING');
    expect(list()).toMatchObject([
      { begin: START + 12, end: -1 },
      { begin: START, end: START + 6 },
    ]);
  });

  it('begins another one when the event was cleared', async () => {
    const { levels, list, events } = createEventRig();
    await levels('WARNING', 'WARNING', 'WARNING', 'OK');
    events.clear('all');
    await levels('WARNING');
    expect(list()).toMatchObject([{ begin: START + 8, count: 1 }]);
  });
});

describe('top processes', () => {
  it('are those most often among the first six, during the event', async () => {
    const { levels, list, processes, scan } = createEventRig();
    processes.cpu_percent = ['before'];
    await scan();
    await levels('CRITICAL');
    for (const names of [
      ['node', 'stress', 'a', 'b', 'c', 'd', 'seventh'],
      ['stress', 'postgres', 'node'],
      ['stress', 'postgres', 'cat'],
    ]) {
      processes.cpu_percent = names;
      await scan();
    }
    expect(list()).toMatchObject([{ top: ['stress', 'node', 'postgres'], sort: 'cpu_percent' }]);
  });

  it('are those of its worst time', async () => {
    const { levels, list, processes, scan } = createEventRig();
    const during = async (level: 'WARNING' | 'CRITICAL', name: string) => {
      await levels(level);
      processes.cpu_percent = [name];
      await scan();
      return list()[0]?.top;
    };
    expect(await during('WARNING', 'mild')).toEqual(['mild']);
    expect(await during('CRITICAL', 'hot')).toEqual(['hot']);
    expect(await during('WARNING', 'mild')).toEqual(['hot']);
    expect(await during('CRITICAL', 'hotter')).toEqual(['hot', 'hotter']);
  });

  it('are those of a milder moment where the worst was over before the first scan', async () => {
    const { levels, list, processes, scan } = createEventRig();
    await levels('CRITICAL', 'WARNING');
    processes.cpu_percent = ['mild'];
    await scan();
    processes.cpu_percent = ['milder'];
    await scan();
    expect(list()[0]?.top).toEqual(['mild']);
    await levels('CRITICAL');
    processes.cpu_percent = ['hot'];
    await scan();
    expect(list()[0]?.top).toEqual(['hot']);
    await levels('OK', 'OK');
    expect(list()[0]).toMatchObject({ state: 'CRITICAL', top: ['hot'], end: expect.any(Number) });
  });

  it.each([
    ['mem', '', 'memory_percent'],
    ['memswap', '', 'memory_percent'],
    ['cpu', 'iowait', 'io_counters'],
    ['cpu', 'user', 'cpu_percent'],
    ['load', '', 'cpu_percent'],
  ] as const)('of %s %s are ranked by %s', async (plugin, field, key) => {
    const { feed, list, processes, scan, order } = createEventRig();
    processes[key] = ['right'];
    await feed(plugin, { level: 'WARNING', field });
    await scan();
    expect([list()[0]?.sort, list()[0]?.top, order()]).toEqual([key, ['right'], key]);
  });

  it('have nothing to do with a full file system', async () => {
    const { feed, list, processes, scan, order, isHeld } = createEventRig();
    processes.cpu_percent = ['bystander'];
    await feed('fs', { level: 'WARNING' });
    await scan();
    expect([list()[0]?.top, order(), isHeld()]).toEqual([[], null, false]);
  });

  it('are asked for while an event lasts, and no longer', async () => {
    const { levels, isHeld } = createEventRig();
    await levels('OK');
    expect(isHeld()).toBe(false);
    await levels('WARNING', 'WARNING');
    expect(isHeld()).toBe(true);
    await levels('OK');
    expect(isHeld()).toBe(false);
  });

  it('are done without where processes are not sampled', async () => {
    const { levels, list, scan } = createEventRig({}, false);
    await levels('CRITICAL');
    await scan();
    expect(list()).toMatchObject([{ top: [] }]);
  });

  it('stay few, though processes come and go for months', async () => {
    const { levels, list, processes, scan } = createEventRig();
    await levels('CRITICAL');
    for (let index = 0; index < 300; index += 1) {
      processes.cpu_percent = [`short-${index}`, 'long', `brief-${index}`];
      await scan();
    }
    expect(list()[0]?.top[0]).toBe('long');
  });
});

describe('the order of processes', () => {
  it('is that of the newest event that lasts', async () => {
    const { feed, order } = createEventRig();
    await feed('mem', { level: 'WARNING', field: '' });
    await feed('cpu', { level: 'WARNING', field: 'iowait' });
    expect(order()).toBe('io_counters');
    await feed('cpu', { level: 'OK', field: 'iowait' });
    expect(order()).toBe('memory_percent');
    await feed('mem', { level: 'OK', field: '' });
    expect(order()).toBeNull();
  });
});
