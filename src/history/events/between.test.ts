import { describe, expect, it } from 'vitest';
import { alertEvent } from '../../../test/support/alert-event.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { openJournal } from '../../../test/support/journal.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import type { AlertChangeEntry } from './entry.ts';
import { readBetween } from './between.ts';

const FOLDER = '/state/archive/events';
const START = Date.UTC(2026, 0, 31, 23, 50);
const MINUTE = 60_000;

const change = (id: number, kind: AlertChangeEntry['kind'], begin: number, end = -1): AlertChangeEntry => ({
  kind,
  id,
  plugin: 'cpu',
  field: 'total',
  identity: null,
  stat: 'cpu_total',
  event: alertEvent('CPU_TOTAL', 80, { begin: begin / 1000, end: end === -1 ? -1 : end / 1000 }),
  dropped: false,
  policy: null,
});

describe('the past events', () => {
  it('are those that lasted in the range, also from the month before', async () => {
    const disk = createMemoryDisk();
    const clock = createFakeClock(START);
    const journal = await openJournal({ folder: FOLDER, clock, log: () => {}, disk });
    journal.take(change(1, 'begin', START));
    await clock.advance(5 * MINUTE);
    journal.take(change(1, 'end', START, START + 5 * MINUTE));
    journal.take(change(2, 'begin', START + 5 * MINUTE));
    journal.mark('clock');
    await clock.advance(20 * MINUTE);
    journal.take({ ...change(3, 'begin', START + 25 * MINUTE) });
    journal.take({ ...change(3, 'end', START + 25 * MINUTE, START + 25 * MINUTE + 1000), dropped: true });
    await clock.advance(0);
    const idsIn = async (from: number, to: number) => {
      const { events, marks } = await readBetween(FOLDER, START + from * MINUTE, START + to * MINUTE, disk);
      return [events.map(({ id }) => id), marks.map(({ kind }) => kind)];
    };
    expect(await idsIn(0, 4)).toEqual([[1], ['start']]);
    expect(await idsIn(0, 30)).toEqual([
      [1, 2],
      ['start', 'clock'],
    ]);
    expect(await idsIn(12, 30)).toEqual([[2], []]);
    expect(await idsIn(-60, 0)).toEqual([[], []]);
    journal.mark('stop');
    await clock.advance(0);
    expect(await idsIn(12, 30), 'before the agent stopped').toEqual([[2], ['stop']]);
    expect(await idsIn(30, 60), 'after it').toEqual([[], []]);
  });
});
