import { describe, expect, it } from 'vitest';
import { createEventRig, verdict } from '../../test/support/event-rig.ts';

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

describe('the list', () => {
  const stat = (field: string, level: 'WARNING' | 'OK' = 'WARNING') => ({ field, level });

  it('is newest first, whichever was updated last', async () => {
    const { feed, list } = createEventRig();
    await feed('cpu', stat('user'));
    await feed('mem', { ...stat(''), level: 'WARNING' });
    await feed('cpu', stat('user'), stat('system'));
    expect(list().map(({ type }) => type)).toEqual(['CPU_SYSTEM', 'MEM', 'CPU_USER']);
  });

  it('drops the oldest that has ended', async () => {
    const { feed, list } = createEventRig({ max_events: 2, min_duration: 0 });
    await feed('cpu', stat('a'));
    await feed('cpu', stat('b'));
    await feed('cpu', stat('b', 'OK'), stat('c'));
    expect(list().map(({ type }) => type)).toEqual(['CPU_C', 'CPU_B']);
  });

  it('keeps those that last, though they are older', async () => {
    const { feed, list } = createEventRig({ max_events: 2, min_duration: 0 });
    await feed('cpu', stat('a'));
    await feed('mem', stat('b'));
    await feed('mem', stat('c'));
    expect(list().map(({ type, end }) => [type, end])).toEqual([
      ['MEM_C', -1],
      ['CPU_A', -1],
    ]);
  });

  it('has no room for more than its maximum, and yet does not begin events again and again', async () => {
    const { feed, list, told } = createEventRig({ max_events: 2, min_duration: 0 });
    for (let pass = 0; pass < 3; pass += 1) await feed('cpu', stat('a'), stat('b'), stat('c'));
    expect(list()).toMatchObject([{ type: 'CPU_C', count: 3 }, { type: 'CPU_B' }]);
    expect(told()).toEqual(['begin CPU_A', 'begin CPU_B', 'begin CPU_C']);
    await feed('cpu', stat('a'), stat('b'));
    expect(list().map(({ type }) => type)).toEqual(['CPU_B', 'CPU_A']);
  });

  it('may be empty for good', async () => {
    const { levels, list, told } = createEventRig({ max_events: 0 });
    await levels('WARNING', 'OK');
    expect([list(), told()]).toEqual([[], ['begin CPU_TOTAL', 'end CPU_TOTAL']]);
  });

  it('tells items of one name apart', async () => {
    const { feed, list } = createEventRig();
    const gpu = (identity: string, level: 'WARNING' | 'OK') => ({ ...stat('proc', level), identity });
    await feed('gpu', gpu('0', 'WARNING'), gpu('1', 'OK'));
    await feed('gpu', gpu('0', 'WARNING'), gpu('1', 'OK'));
    expect(list()).toMatchObject([{ count: 2, end: -1 }]);
  });

  it('is published once for all that a moment brings, and not at all when nothing changes', async () => {
    const { events, clock, published } = createEventRig();
    const take = (level: 'CRITICAL' | 'OK') =>
      events.take('cpu', [verdict('cpu', { level }), verdict('cpu', { level, field: 'user' })], clock.now());
    take('OK');
    await clock.advance(0);
    expect(published()).toBe(0);
    take('CRITICAL');
    events.takeProcesses();
    await clock.advance(0);
    expect(published()).toBe(1);
  });

  it('never changes once it is published', async () => {
    const { levels, list } = createEventRig();
    await levels('WARNING');
    const before = list();
    const copy = structuredClone(before);
    await levels('CRITICAL', 'OK');
    expect(before).toEqual(copy);
    expect(list()).not.toBe(before);
  });
});

describe('clearing', () => {
  const rig = async () => {
    const rig = createEventRig({ min_duration: 0 });
    await rig.feed('cpu', { level: 'CRITICAL', field: 'user' }, { level: 'WARNING', field: 'system' });
    await rig.feed('cpu');
    await rig.feed('mem', { level: 'WARNING', field: '' });
    return rig;
  };

  it('of all spares only those that last', async () => {
    const { events, list } = await rig();
    events.clear('all');
    expect(list().map(({ type }) => type)).toEqual(['MEM']);
  });

  it('of warnings spares those that were critical', async () => {
    const { events, list } = await rig();
    events.clear('warning');
    expect(list().map(({ type }) => type)).toEqual(['MEM', 'CPU_USER']);
  });

  it('shows at once', async () => {
    const { events, list } = await rig();
    events.clear('warning');
    events.clear('all');
    expect(list()).toHaveLength(1);
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

describe('the global message', () => {
  const text = async (
    ...values: [plugin: string, field: string, level: 'CAREFUL' | 'WARNING' | 'CRITICAL'][]
  ) => {
    const { feed, list } = createEventRig();
    for (const [plugin, field, level] of values) await feed(plugin, { level, field, log: false });
    await feed('fs', { level: 'WARNING', field: '' });
    return list()[0]?.global_msg;
  };

  it('tells the worst, logged or not', async () => {
    expect(await text(['mem', 'percent', 'WARNING'], ['load', 'min5', 'CRITICAL'])).toBe(
      'System overloaded in the last 5 minutes',
    );
  });

  it('tells the first of equals', async () => {
    expect(await text(['mem', 'percent', 'WARNING'], ['memswap', 'percent', 'WARNING'])).toBe(
      'High swap (paging) usage',
    );
    expect(await text(['cpu', 'steal', 'CRITICAL'], ['cpu', 'user', 'CRITICAL'])).toBe('High CPU user mode');
  });

  it('is neutral when nothing is bad', async () => {
    expect(await text(['cpu', 'user', 'CAREFUL'])).toBe('EVENTS history');
  });
});

describe('an event by its number', () => {
  it('is found while it lasts or is listed', async () => {
    const { levels, events, changes } = createEventRig({ max_events: 0 });
    await levels('WARNING');
    const { id } = changes[0]!;
    expect(events.current(id)).toMatchObject({ type: 'CPU_TOTAL', end: -1 });
    await levels('OK');
    expect(events.current(id)).toBeNull();
  });
});
