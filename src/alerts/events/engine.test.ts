import { describe, expect, it } from 'vitest';
import { createEventRig, type EventRig, verdict } from '../../../test/support/event-rig.ts';
import { STORED_ALERT } from '../../core/alert-policy.ts';
import { problemIn } from '../../core/shape-check.ts';
import { culpritWords } from '../../show/display/culprit-words.ts';

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

describe('culprits', () => {
  const culprits = ({ events }: Pick<EventRig, 'events'>) => events.lasting()[0]?.culprits;

  it('are shares of what is used during the event, not ranks', async () => {
    const rig = createEventRig();
    await rig.levels('CRITICAL');
    rig.used.cpu = { idler: 0.04, burner: 1.9 };
    await rig.scan();
    rig.used.cpu = { idler: 0.04, other: 0.02, third: 0.01, fourth: 0.01 };
    await rig.scan();
    expect(rig.list()).toMatchObject([{ top: ['burner', 'idler', 'other'], sort: 'cpu_percent' }]);
    expect(culprits(rig)).toMatchObject({ programs: [{ name: 'burner', percent: 94 }, {}, {}], ended: 0 });
  });

  it('leave out what is usual', async () => {
    const rig = createEventRig();
    rig.used.cpu = { postgres: 0.9 };
    for (let scan = 0; scan < 30; scan += 1) {
      await rig.levels('OK', 'OK');
      await rig.scan();
    }
    rig.used.cpu = { postgres: 0.9, ffmpeg: 3 };
    await rig.levels('CRITICAL', 'CRITICAL');
    await rig.scan();
    expect(culprits(rig)?.programs[0]).toMatchObject({ name: 'ffmpeg', percent: 100 });
  });

  it('are what is usual where little is above it', async () => {
    const rig = createEventRig();
    rig.used.cpu = { postgres: 3 };
    for (let scan = 0; scan < 40; scan += 1) {
      await rig.levels('OK', 'OK');
      await rig.scan();
    }
    rig.used.cpu = { postgres: 3, cron: 0.1 };
    await rig.levels('CRITICAL', 'CRITICAL');
    await rig.scan();
    expect(culprits(rig)?.programs[0]).toMatchObject({ name: 'postgres', percent: 97 });
  });

  it('count processes that end before they are seen', async () => {
    const rig = createEventRig();
    await rig.levels('CRITICAL');
    rig.used.cpu = { make: 0.4 };
    rig.ended = 1.6;
    await rig.scan();
    expect(culprits(rig)).toMatchObject({ programs: [{ name: 'make', percent: 20 }], ended: 80 });
  });

  it('of an alert that comes and goes are those of all its stretches', async () => {
    const rig = createEventRig();
    for (let scan = 0; scan < 30; scan += 1) {
      await rig.levels('OK', 'OK');
      await rig.scan();
    }
    const stretch = async (cpu: Record<string, number>): Promise<void> => {
      rig.used.cpu = cpu;
      for (const level of ['CRITICAL', 'CRITICAL', 'OK', 'OK', 'OK', 'OK', 'OK'] as const) {
        await rig.levels(level);
        await rig.scan();
      }
    };
    await stretch({ ffmpeg: 4 });
    await stretch({ ffmpeg: 3, make: 1 });
    rig.used.cpu = { make: 4 };
    await rig.levels('CRITICAL');
    // Before anything was counted of this stretch, and with it.
    expect(rig.list()[0]?.top).toEqual(['ffmpeg', 'make']);
    expect(culprits(rig)?.programs.map(({ percent }) => percent)).toEqual([88, 13]);
    await rig.scan();
    expect(culprits(rig)?.programs.map(({ percent }) => percent)).toEqual([70, 30]);
    // Another alert.
    await rig.levels('OK');
    await rig.clock.advance(7_200_000);
    await rig.levels('CRITICAL');
    expect(rig.list()[0]?.top).toEqual([]);
    await rig.scan();
    expect(rig.list()[0]?.top).toEqual(['make']);
  });

  it('have their unit and the name of their container', async () => {
    const rig = createEventRig();
    await rig.levels('CRITICAL');
    rig.used.cpu = { ffmpeg: 2 };
    rig.owners = { ffmpeg: { unit: 'docker.service', container: 'abc' } };
    await rig.scan();
    const ffmpeg = { name: 'ffmpeg', unit: 'docker.service', container: 'name-of-abc', percent: 100 };
    expect(culprits(rig)).toEqual({ programs: [ffmpeg], ended: 0 });
  });

  it('have their user where neither service nor container says more', async () => {
    const rig = createEventRig();
    await rig.levels('CRITICAL');
    rig.used.cpu = { python3: 5, gzip: 3, nginx: 1 };
    rig.owners = {
      python3: { unit: 'session-3.scope', container: null },
      nginx: { unit: 'nginx.service', container: null },
    };
    rig.users = { python3: 'anna', gzip: 'root', nginx: 'www-data' };
    await rig.scan();
    const none = { unit: null, container: null };
    expect(culprits(rig)?.programs).toEqual([
      { name: 'python3', ...none, user: 'anna', percent: 56 },
      { name: 'gzip', ...none, percent: 33 },
      { name: 'nginx', unit: 'nginx.service', container: null, percent: 11 },
    ]);
  });

  it.each([
    ['mem', '', 'memory', 'memory_percent'],
    ['memswap', '', 'swap', 'memory_percent'],
    ['cpu', 'iowait', 'disk', 'io_counters'],
    ['cpu', 'user', 'cpu', 'cpu_percent'],
    ['load', '', 'cpu', 'cpu_percent'],
    ['diskio', 'rx', 'reads', 'cpu_percent'],
    ['diskio', 'tx', 'writes', 'cpu_percent'],
    ['paging', 'major_faults', 'faults', 'cpu_percent'],
  ] as const)('of %s %s are those of %s', async (plugin, field, resource, key) => {
    const { feed, list, used, scan, order } = createEventRig();
    Object.assign(used, {
      cpu: { bystander: 9 },
      memory: { bystander: 9 },
      reads: { bystander: 9 },
      writes: { bystander: 9 },
    });
    if (resource === 'disk') used.reads = {};
    used[resource === 'disk' ? 'writes' : resource] = { right: 5 };
    await feed(plugin, { level: 'WARNING', field });
    await scan();
    expect([list()[0]?.sort, list()[0]?.top, order()]).toEqual([key, ['right'], key]);
  });

  it.each([
    ['fs', ''],
    ['network', 'rx'],
    ['cpu', 'steal'],
    ['cpu', 'ctx_switches'],
  ])('have nothing to do with %s %s', async (plugin, field) => {
    const { feed, list, used, scan, order, isHeld } = createEventRig();
    used.cpu = { bystander: 1 };
    await feed(plugin, { level: 'WARNING', field });
    await scan();
    expect([list()[0]?.top, order(), isHeld()]).toEqual([[], null, false]);
  });

  it('of a network are containers whose traffic can only have gone this way', async () => {
    const rig = createEventRig();
    const traffic = (eth1: number, cache: number): EventRig['traffic'] => ({
      network: [
        { interface_name: 'eth0', bytes_recv_rate_per_sec: 1, bytes_sent_rate_per_sec: 100 },
        { interface_name: 'eth1', bytes_sent_rate_per_sec: eth1 },
        { interface_name: 'veth0', bytes_sent_rate_per_sec: 500 },
      ],
      containers: [
        { name: 'shop', network_rx: 3, network_tx: 85 },
        { name: 'cache', network_rx: cache, network_tx: 2 },
        { name: 'db', network_rx: null, network_tx: null },
      ],
    });
    const who = async (next: EventRig['traffic']) => {
      rig.traffic = next;
      for (let scan = 0; scan < 2; scan += 1) {
        await rig.feed('network', { level: 'WARNING', field: 'tx', identity: 'eth0' });
        await rig.scan();
      }
      const [saved] = rig.events.lasting();
      await rig.feed('network');
      await rig.clock.advance(7_200_000);
      return [saved?.event.top, culpritWords(saved?.culprits)];
    };
    expect(await who(traffic(0, 0))).toEqual([['shop'], 'mostly container shop']);
    expect(await who(traffic(40, 0))).toEqual([['shop'], 'container shop 45 %']);
    // It may all have gone to the other container.
    expect(await who(traffic(0, 90))).toEqual([[], '']);
  });

  it('of swap are known once all processes were read', async () => {
    const rig = createEventRig();
    const small = Object.fromEntries(Array.from({ length: 150 }, (_, pid) => [`p${pid}`, 1]));
    rig.used = { swap: { ...small, java: 850 }, memory: { postgres: 9000 } };
    await rig.feed('memswap', { level: 'WARNING', field: '' });
    await rig.scan();
    expect(rig.list()[0]?.top).toEqual([]);
    await rig.scan();
    expect(culpritWords(rig.events.lasting()[0]?.culprits)).toBe('mostly java');
  });

  it('of a container are its own programs', async () => {
    const rig = createEventRig();
    rig.used.cpu = { burner: 9, node: 2 };
    rig.owners = { node: { unit: null, container: 'shop' } };
    await rig.feed('containers', { level: 'WARNING', field: 'cpu', identity: 'name-of-shop' });
    await rig.scan();
    expect(rig.list()[0]?.top).toEqual(['node']);
  });

  it('are counted on after a restart, with what was usual before the alert', async () => {
    const rig = createEventRig();
    rig.used.cpu = { postgres: 2 };
    for (let scan = 0; scan < 40; scan += 1) {
      await rig.levels('OK');
      await rig.scan();
    }
    rig.used.cpu = { postgres: 2, ffmpeg: 3 };
    for (let scan = 0; scan < 10; scan += 1) {
      await rig.levels('CRITICAL');
      await rig.scan();
    }
    const past = rig.past();
    expect(past.alerts.map((one) => problemIn(STORED_ALERT, one))).toEqual([null]);
    const next = createEventRig({}, true, past, rig.clock);
    // The first scan has nothing to compare with.
    await next.scan();
    next.used.cpu = { postgres: 2, make: 3 };
    await next.levels('CRITICAL', 'CRITICAL');
    await next.scan();
    expect(culprits(next)?.programs.map(({ name }) => name)).toEqual(['ffmpeg', 'make']);
    expect(culprits(next)?.programs[0]?.percent).toBeGreaterThan(70);
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

  it('are unknown where processes are not sampled', async () => {
    const { levels, list, scan } = createEventRig({}, false);
    await levels('CRITICAL');
    await scan();
    expect(list()).toMatchObject([{ top: [] }]);
  });

  it('stay few, though programs come and go for months', async () => {
    const rig = createEventRig();
    await rig.levels('CRITICAL');
    for (let index = 0; index < 300; index += 1) {
      rig.used.cpu = { [`short-${index}`]: 0.3, long: 0.2, [`brief-${index}`]: 0.1 };
      await rig.scan();
    }
    expect(rig.list()[0]?.top[0]).toBe('long');
    expect(culprits(rig)?.programs[0]?.percent).toBe(33);
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
