import type { StoredAlert } from '../../core/alert-policy.ts';
import { describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/support/fake-clock.ts';
import { openJournal } from '../../../test/support/journal.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';

import { parseLine } from './entry.ts';
import { FILE, FOLDER, change, idsOf, open, settle, stored } from '../../../test/support/journal-rig.ts';

describe('the journal', () => {
  it('gives the next agent what this one knew', async () => {
    const disk = createMemoryDisk();
    const { journal, clock } = await open(disk);
    expect(journal.past).toEqual({ events: [], alerts: [], lastId: 0, stoppedAt: 0 });
    for (const [id, kind] of [
      [1, 'begin'],
      [1, 'level'],
      [2, 'begin'],
      [1, 'end'],
      [3, 'begin'],
    ] as const)
      journal.take(change(id, kind));
    journal.take({ ...change(3, 'end'), dropped: true });
    journal.take(change(4, 'begin'));
    await clock.advance(5000);
    await journal.stop();

    const next = await open(disk, createFakeClock(clock.now() + 1000));
    expect(idsOf(next.journal.past.events)).toEqual(['4 lasts', '2 lasts', '1']);
    expect(next.journal.past).toMatchObject({ lastId: 4, stoppedAt: clock.now() });
    expect(next.journal.past.events[0]).toEqual(stored(4, 'begin').saved);
  });

  it('remembers that an ongoing event was cleared, until it became critical', async () => {
    const disk = createMemoryDisk();
    const lasting: StoredAlert[] = [];
    const { journal, clock } = await open(disk, createFakeClock(), undefined, () => lasting);
    for (const id of [1, 2, 3]) journal.take(change(id, 'begin'));
    journal.cleared('warning');
    journal.take(change(2, 'level', { state: 'CRITICAL', count: 2 }));
    journal.take({ ...change(3, 'end'), cleared: true });
    const hidden = async () => {
      const { past } = (await open(createMemoryDisk(disk.contents()), createFakeClock(clock.now()))).journal;
      return past.events.map(({ id, cleared }) => [id, cleared]);
    };
    await settle(clock);
    expect(await hidden()).toEqual([
      [2, undefined],
      [1, true],
    ]);
    const [first, second] = [
      stored(1, 'begin', { count: 9 }),
      stored(2, 'level', { state: 'CRITICAL', count: 9 }),
    ];
    lasting.push({ ...first, saved: { ...first.saved, cleared: true } }, second);
    await clock.advance(60_000);
    expect(await hidden()).toEqual([
      [2, undefined],
      [1, true],
    ]);
  });

  it('loses nothing to kill -9, and counts values until a minute before', async () => {
    const disk = createMemoryDisk();
    const alerts = () => [stored(1, 'begin', { count: 31, max: 99 })];
    const { journal, clock } = await open(disk, createFakeClock(), undefined, alerts);
    journal.take(change(1, 'begin'));
    await clock.advance(150_000);
    const copy = createMemoryDisk(disk.contents());
    const next = await open(disk, createFakeClock(clock.now() + 1000));
    expect(next.journal.past.events[0]?.event).toMatchObject({ count: 31, max: 99, end: -1 });
    expect(next.journal.past.stoppedAt).toBe(clock.now() - 30_000);
    const seen = {
      folder: FOLDER,
      clock: next.clock,
      log: () => {},
      disk: copy,
    };
    const told = await openJournal({ ...seen, aliveAt: clock.now() - 5000 });
    expect(told.past.stoppedAt).toBe(clock.now() - 5000);
    await settle(next.clock);
    const marks = (disk.contents()[FILE] ?? '').match(/"mark":"\w+"/g);
    expect(marks).toEqual(['"mark":"start"', '"mark":"killed"', '"mark":"start"']);
  });

  it.each([-100, 5, 100])('does not take a clock that was set by %i hours for a pause', async (hours) => {
    const disk = createMemoryDisk();
    const clock = createFakeClock();
    const stoppedAt = async (now: FakeClock, boot: string): Promise<number> => {
      const sinceBoot = () => ({ boot, uptime: clock.now() + 1e9 });
      const copy = createMemoryDisk(disk.contents());
      return (await openJournal({ folder: FOLDER, clock: now, log: () => {}, disk: copy, sinceBoot })).past
        .stoppedAt;
    };
    const sinceBoot = () => ({ boot: 'a', uptime: clock.now() + 1e9 });
    const killed = await openJournal({ folder: FOLDER, clock, log: () => {}, disk, sinceBoot });
    await killed.take(change(1, 'begin'));
    await clock.advance(20_000);
    const set = createFakeClock(clock.now() + hours * 3_600_000);
    expect(await stoppedAt(set, 'a')).toBe(set.now() - 20_000);
    // The duration of another boot is unknown.
    expect(await stoppedAt(set, 'b')).toBe(Math.min(clock.now() - 20_000, set.now()));
  });

  it('hides what was cleared, and keeps it', async () => {
    const disk = createMemoryDisk();
    const { journal, clock } = await open(disk);
    journal.take(change(1, 'end'));
    journal.take(change(2, 'end', { state: 'CRITICAL' }));
    journal.cleared('warning');
    await settle(clock);
    expect(idsOf((await open(disk)).journal.past.events)).toEqual(['2']);
    expect(disk.contents()[FILE]).toContain('"id":1,');
  });

  it('knows how the agent before ended', async () => {
    const disk = createMemoryDisk();
    const first = await open(disk);
    expect(first.journal.lastRun).toBeNull();
    const second = await open(disk, createFakeClock(first.clock.now() + 60_000));
    expect(second.journal.lastRun).toMatchObject({ hasStopped: false, bootNow: null });
    await second.journal.stop();
    const third = await open(disk, createFakeClock(second.clock.now() + 60_000));
    expect(third.journal.lastRun).toMatchObject({ hasStopped: true, seenAt: second.clock.now() });
  });

  it('marks when the machine started, where another boot was the last one', async () => {
    const disk = createMemoryDisk();
    const clock = createFakeClock();
    const inBoot = async (boot: string, uptime: number): Promise<void> => {
      const setup = { folder: FOLDER, clock, log: () => {}, disk };
      const journal = await openJournal({ ...setup, sinceBoot: () => ({ boot, uptime }) });
      await journal.stop();
      await clock.advance(100_000);
    };
    await inBoot('a', 1e6);
    await inBoot('a', 2e6);
    await inBoot('b', 40_000);
    const marks = (disk.contents()[FILE] ?? '').match(/"mark":"\w+"/g);
    expect(marks).toEqual(
      ['start', 'stop', 'start', 'stop', 'boot', 'start', 'stop'].map((mark) => `"mark":"${mark}"`),
    );
    const boot = (disk.contents()[FILE] ?? '').split('\n').find((line) => line.includes('"boot","time"'));
    expect(parseLine(boot ?? '')).toMatchObject({ time: clock.now() - 140_000, boot: 'b', uptime: 0 });
  });
});
