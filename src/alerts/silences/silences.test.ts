import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createSilences, isAbout, MOST_SILENCES, type Silence } from './silences.ts';

function rig(saved: readonly Silence[] = []) {
  const clock = createFakeClock(1_000_000);
  const disk = { content: [] as readonly Silence[], problem: null as Error | null };
  const silences = createSilences({
    clock,
    save(list) {
      if (disk.problem !== null) return Promise.reject(disk.problem);
      disk.content = list;
      return Promise.resolve();
    },
  });
  silences.load(saved);
  const over: number[] = [];
  silences.over.on(() => over.push(clock.now()));
  return { clock, disk, silences, over };
}

describe('a silence', () => {
  it('is kept, and over at its time', async () => {
    const { clock, disk, silences, over } = rig();
    await silences.set({ type: 'MEM', note: 'known', until: 1_060_000 });
    await silences.set({ type: 'MEM', note: 'known too', until: 1_030_000 });
    expect(disk.content).toEqual([{ type: 'MEM', note: 'known too', since: 1_000_000, until: 1_030_000 }]);
    await clock.advance(29_999);
    expect([silences.covers('MEM'), silences.covers('CPU')]).toEqual([true, false]);
    await clock.advance(1);
    expect([silences.covers('MEM'), over, disk.content]).toEqual([false, [1_030_000], []]);
  });

  it('is over within a minute of the time that somebody sets the clock to', async () => {
    const { clock, silences, over } = rig();
    await silences.set({ type: 'MEM', note: '', until: 1_000_000 + 86_400_000 });
    clock.step(2 * 86_400_000);
    expect([silences.covers('MEM'), silences.list()]).toEqual([false, []]);
    await clock.advance(60_000);
    expect(over).toHaveLength(1);
  });

  it('without a time is over with its event', async () => {
    const { silences, over } = rig();
    await silences.set({ type: 'MEM', note: '', until: null });
    silences.ended('CPU');
    expect(silences.covers('MEM')).toBe(true);
    silences.ended('MEM');
    expect([silences.covers('MEM'), over]).toEqual([false, [1_000_000]]);
    await silences.set({ type: 'MEM', note: '', until: 2_000_000 });
    silences.ended('MEM');
    expect(silences.covers('MEM')).toBe(true);
  });

  it('is taken back, which is told, and one of the oldest where there are too many', async () => {
    const { disk, silences, over } = rig();
    for (let at = 0; at <= MOST_SILENCES; at += 1)
      await silences.set({ type: `T${at}`, note: '', until: null });
    expect(disk.content).toHaveLength(MOST_SILENCES);
    expect([silences.covers('T0'), silences.covers(`T${MOST_SILENCES}`)]).toEqual([false, true]);
    expect([await silences.remove('T1'), silences.covers('T1'), over]).toEqual([true, false, [1_000_000]]);
  });

  it('goes on after a restart, unless its time has come meanwhile', async () => {
    const one = { note: '', since: 1 };
    const { clock, silences, over } = rig([
      { ...one, type: 'OLD', until: 2 },
      { ...one, type: 'MEM', until: 1_000_500 },
    ]);
    expect(silences.list().map(({ type }) => type)).toEqual(['MEM']);
    await clock.advance(500);
    expect(over).toHaveLength(2);
  });

  it('goes on after a clock that was wrong for a while', async () => {
    const { clock, disk, silences, over } = rig();
    await silences.set({ type: 'MEM', note: '', until: 2_000_000 });
    clock.step(1e12);
    await clock.advance(60_000);
    expect([silences.covers('MEM'), silences.list(), over.length]).toEqual([false, [], 1]);
    await silences.set({ type: 'CPU', note: '', until: null });
    clock.step(-1e12);
    await clock.advance(60_000);
    expect(silences.covers('MEM')).toBe(true);
    expect(disk.content).toHaveLength(2);
  });

  it('is refused when it cannot be kept', async () => {
    const { disk, silences } = rig();
    disk.problem = new Error('disk full');
    await expect(silences.set({ type: 'MEM', note: '', until: null })).rejects.toThrow('disk full');
    expect(silences.list()).toEqual([]);
    disk.problem = null;
    await silences.set({ type: 'MEM', note: '', until: null });
    expect([await silences.remove('CPU'), await silences.remove('MEM')]).toEqual([false, true]);
  });
});

describe('maintenance', () => {
  /** 00:16:40 on a Thursday. */
  const schedule = { days: [4], from: '00:20', to: '00:30', zone: 'UTC' };

  it('silences at its times, and says when one of them is over', async () => {
    const { clock, silences, over } = rig();
    await silences.set({ type: 'FS_*', note: 'backup', until: null, schedule });
    const covers = () => silences.covers('FS_/HOME');
    expect([covers(), silences.list()]).toMatchObject([false, [{ schedule }]]);
    await clock.advance(200_000);
    expect([covers(), silences.covers('MEM'), over]).toEqual([true, false, []]);
    // Not an acknowledgement, which would end with its event.
    silences.ended('FS_*');
    expect([covers(), silences.acknowledges('FS_*')]).toEqual([true, false]);
    await clock.advance(600_000);
    expect([covers(), over]).toEqual([false, [1_800_000]]);
    await clock.advance(7 * 86_400_000 - 600_000);
    expect(covers()).toBe(true);
    expect([await silences.remove('FS_*'), covers(), over.length]).toEqual([true, false, 2]);
  });

  it('is over for good at its end', async () => {
    const { clock, silences } = rig();
    await silences.set({ type: '*', note: '', until: 1_250_000, schedule });
    await clock.advance(210_000);
    expect(silences.covers('MEM')).toBe(true);
    await clock.advance(60_000);
    expect([silences.covers('MEM'), silences.list()]).toEqual([false, []]);
  });
});

it.each([
  ['*', 'FS_/HOME', true],
  ['FS_*', 'FS_/HOME', true],
  ['FS_*', 'IFS_/HOME', false],
  ['*_RX', 'NETWORK_ETH0_RX', true],
  ['NETWORK_*_RX', 'NETWORK_ETH0_RX', true],
  ['NETWORK_*_RX', 'NETWORK_RX', false],
  ['*ETH*RX*', 'NETWORK_ETH0_RX', true],
  ['*RX*ETH*', 'NETWORK_ETH0_RX', false],
  ['MEM', 'MEMSWAP', false],
  ['a*a', 'a', false],
  ['a.c', 'abc', false],
])('%s is about %s: %j', (pattern, type, expected) => {
  expect(isAbout({ type: pattern }, type)).toBe(expected);
});
