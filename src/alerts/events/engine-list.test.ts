import { describe, expect, it } from 'vitest';
import { createEventRig, verdict } from '../../../test/support/event-rig.ts';

const stat = (field: string, level: 'WARNING' | 'OK' = 'WARNING') => ({ field, level });

describe('the list', () => {
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

  const types = (list: readonly { type: string }[]) => list.map(({ type }) => type);

  it('of all removes ongoing events too, at once', async () => {
    const { events, list } = await rig();
    events.clear('all');
    expect(list()).toEqual([]);
  });

  it('of warnings spares events that were critical', async () => {
    const { events, list } = await rig();
    events.clear('warning');
    expect(types(list())).toEqual(['CPU_USER']);
  });

  it.each(['all', 'warning'] as const)(
    'of %s hides an ongoing event until it becomes critical',
    async (which) => {
      const { levels, events, list, told } = createEventRig();
      await levels('WARNING', 'WARNING');
      events.clear(which);
      await levels('WARNING', 'WARNING');
      expect([list(), told(), events.lasting().length]).toEqual([[], ['begin CPU_TOTAL'], 1]);
      await levels('CRITICAL');
      expect(list()).toMatchObject([{ type: 'CPU_TOTAL', end: -1, state: 'CRITICAL', count: 5 }]);
      expect(told()).toEqual(['level CPU_TOTAL']);
    },
  );

  it('hides an ongoing event until its value has left the alarm and entered it again', async () => {
    const { levels, events, list, told, clock } = createEventRig();
    await levels('CRITICAL', 'CRITICAL', 'CRITICAL');
    events.clear('all');
    await levels('WARNING', 'CRITICAL', 'OK');
    expect(list()).toEqual([]);
    const begin = clock.now() / 1000;
    await levels('WARNING');
    expect(list()).toMatchObject([{ begin, end: -1, count: 1 }]);
    expect(told()).toEqual(['begin CPU_TOTAL', 'end CPU_TOTAL', 'begin CPU_TOTAL']);
  });

  it('leaves the room of hidden events to others', async () => {
    const { feed, events, list } = createEventRig({ max_events: 1, min_duration: 0 });
    await feed('cpu', stat('a'));
    events.clear('all');
    await feed('mem', stat('b'));
    await feed('mem');
    expect(types(list())).toEqual(['MEM_B']);
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
    const found = () => events.recent().find((one) => one.id === id)?.event;
    expect(found()).toMatchObject({ type: 'CPU_TOTAL', end: -1 });
    await levels('OK');
    expect(found()).toBeUndefined();
  });
});
