import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import { change, FILE, FOLDER, idsOf, open, settle } from '../../../test/support/journal-rig.ts';

describe('the journal', () => {
  it.each(['all', 'warning'] as const)(
    'hides what was cleared (%s) when it has made room, too',
    async (which) => {
      const disk = createMemoryDisk();
      const { journal, clock } = await open(disk);
      journal.take(change(1, 'begin'));
      journal.take(change(2, 'end'));
      journal.cleared(which);
      for (let id = 3; id < 4000; id += 1) await journal.take(change(id, 'end'));
      expect(disk.contents()[FILE]).not.toContain('"id":3,');
      await journal.stop();
      const { events } = (await open(disk, createFakeClock(clock.now() + 1000))).journal.past;
      expect(events.find(({ id }) => id === 1)).toMatchObject({ cleared: true });
      expect(events.some(({ id }) => id === 2)).toBe(false);
    },
  );

  it('leaves out damaged lines, and what was cut off', async () => {
    const disk = createMemoryDisk();
    const { journal, clock } = await open(disk);
    for (let id = 1; id <= 3; id += 1) journal.take(change(id, 'begin'));
    await settle(clock);
    const lines = (disk.contents()[FILE] ?? '').trimEnd().split('\n');
    const damaged = [...lines, '', '{"crc":"00000000","kind":"mark"}', 'x'].join('\n');
    const found = createMemoryDisk({
      [FILE]: `${damaged.replace('"id":2,', '"id":9,')}\n{"crc":"12`,
      [`${FOLDER}/events-lasting.json`]: '{"time":',
    });
    const next = await open(found);
    expect(idsOf(next.journal.past.events)).toEqual(['3 lasts', '1 lasts']);
    next.journal.take(change(4, 'begin'));
    await settle(next.clock);
    expect(found.contents()[FILE]).not.toContain('{"crc":"12{');
    expect(idsOf((await open(found)).journal.past.events)).toEqual(['4 lasts', '3 lasts', '1 lasts']);
  });

  it('keeps a copy of a month with damaged lines before it makes room, and says so once', async () => {
    const disk = createMemoryDisk({ [FILE]: 'x of somebody\n' });
    const { journal, lines } = await open(disk);
    for (let id = 3; id < 4000; id += 1) await journal.take(change(id, 'end'));
    await journal.stop();
    const copies = Object.entries(disk.contents()).filter(([path]) => /unreadable-\d+$/.test(path));
    expect(copies).toEqual([
      [expect.stringContaining(FILE), expect.stringMatching(/^x of somebody\n\{"crc"/)],
    ]);
    expect(lines.filter((line) => line.includes('is kept as'))).toEqual([
      expect.stringMatching(/^WARNING .* has 1 damaged lines\. .* is kept as .*unreadable-\d+\.$/),
    ]);
  });

  it('begins a file each month, reads the last two, and forgets those of five years ago', async () => {
    const old = `${FOLDER}/events-202012.jsonl`;
    const disk = createMemoryDisk({ [old]: '', [`${FOLDER}/events-202102.jsonl`]: '' });
    const { journal, clock } = await open(disk, createFakeClock(Date.UTC(2026, 0, 31, 23, 59)));
    journal.take(change(1, 'begin'));
    await clock.advance(61_000);
    journal.take(change(2, 'begin'));
    await settle(clock);
    const names = disk.paths().map((path) => path.slice(FOLDER.length + 1));
    expect(names.filter((name) => name.endsWith('jsonl')).sort()).toEqual([
      'events-202102.jsonl',
      'events-202601.jsonl',
      'events-202602.jsonl',
    ]);
    expect(idsOf((await open(disk, clock)).journal.past.events)).toEqual(['2 lasts', '1 lasts']);
  });

  it('forgets nothing by a clock that is wrong for a while', async () => {
    const disk = createMemoryDisk();
    const clock = createFakeClock();
    const { journal } = await open(disk, clock);
    await journal.take(change(1, 'begin'));
    clock.step(3650 * 86_400_000);
    await journal.take(change(2, 'begin'));
    clock.step(-3650 * 86_400_000);
    await journal.take(change(3, 'begin'));
    await journal.stop();
    const { journal: next } = await open(disk, clock);
    expect(idsOf(next.past.events)).toEqual(['3 lasts', '2 lasts', '1 lasts']);
    expect(next.lastRun).toMatchObject({ hasStopped: true });
  });

  it('keeps the worst and the newest of a month of many', async () => {
    const disk = createMemoryDisk();
    const { journal, clock } = await open(disk);
    for (let id = 1; id <= 2000; id += 1) {
      const state = id === 7 ? 'CRITICAL' : 'WARNING';
      journal.take(change(id, 'begin', { state }));
      journal.take(change(id, 'end', { state, desc: 'x'.repeat(300) }));
      if (id % 100 === 0) await settle(clock);
    }
    await settle(clock);
    expect(disk.bytesOf(FILE).length).toBeLessThan(1.2e6);
    const ids = (await open(disk)).journal.past.events.map(({ id }) => id);
    expect(ids).toContain(7);
    expect(ids.slice(0, 500)).toEqual(Array.from({ length: 500 }, (_, index) => 2000 - index));
    expect(ids).not.toContain(8);
  });
});
