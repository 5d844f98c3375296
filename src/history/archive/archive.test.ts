import { describe, expect, it } from 'vitest';
import { filesOf, FOLDER, NOON, openRig, PACE_MS } from '../../../test/support/archive-rig.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import type { Disk } from '../../core/files/disk.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const wave = (time: number) => ({
  total: Math.round((50 + 40 * Math.sin(time / 300_000)) * 10) / 10,
  idle: 7,
});

describe('an archive', () => {
  it('gives memory its samples back after the process was killed', async () => {
    const disk = createMemoryDisk();
    const first = await openRig({ disk });
    await first.sample(600, wave);
    const before = first.history.points('total');
    const clock = first.clock;
    clock.skip(30_000);
    let refills = 0;
    const second = await openRig({ disk, clock, onRefilled: () => (refills += 1) });
    expect(refills).toBe(1);
    expect(second.log).toEqual([]);
    expect(second.archive.status).toEqual({ state: 'ok', reason: null });
    const rounded = (points: typeof before) =>
      points.map(([time, value]) => [Math.round(time / 100) * 100, value]);
    expect(second.history.points('total')).toEqual(rounded(before));
    await second.sample(60, wave);
    const { avg } = await second.read('cpu/total', { from: NOON, to: NOON + 700_000, step: PACE_MS });
    const expected = Array.from({ length: 350 }, (_, row) => {
      const time = NOON + row * PACE_MS;
      // The first sample of a run also covers the refresh before it.
      if (time === NOON || time === NOON + 630_000) return wave(time + PACE_MS).total;
      const isSampled = time <= NOON + 600_000 || (time > NOON + 630_000 && time <= NOON + 690_000);
      return isSampled ? wave(time).total : null;
    });
    expect(avg).toEqual(expected);
  });

  it('closes hours, makes days and months of them, and answers from any', async () => {
    const disk = createMemoryDisk();
    const start = Date.UTC(2026, 10, 30, 20);
    const pace = 30_000;
    const rig = await openRig({ disk, start, historySize: 60, paceMs: pace });
    await rig.sample((30 * HOUR) / 1000, wave);
    expect(filesOf(disk)).toEqual(
      expect.arrayContaining([
        'day-20261130.gar',
        'day-20261201.gar',
        'month-202611.gar',
        'hour-20261202T00.gar',
      ]),
    );
    expect(rig.log).toEqual([]);
    const model = (from: number, step: number) => {
      const values: number[] = [];
      for (let time = from; time < from + step; time += pace)
        if (time > start && time <= rig.clock.now()) values.push(wave(time).total);
      return {
        min: Math.min(...values),
        max: Math.max(...values),
        avg: values.reduce((a, b) => a + b, 0) / values.length,
      };
    };
    for (const step of [60_000, 300_000, HOUR, 6 * HOUR]) {
      const from = start - 6 * HOUR - ((start - 6 * HOUR) % step);
      const to = from + Math.ceil((2.5 * DAY) / step) * step;
      const { avg, min, max } = await rig.read('cpu/total', { from, to, step });
      const expected = avg.map((_, row) => model(from + row * step, step));
      const extremes = (of: 'min' | 'max') =>
        expected.map((row) => (Number.isFinite(row.min) ? row[of] : null));
      expect(min, `${step}`).toEqual(extremes('min'));
      expect(max, `${step}`).toEqual(extremes('max'));
      const wrong = avg.filter((value, row) => {
        const right = expected[row]?.avg ?? Number.NaN;
        return Number.isNaN(right) ? value !== null : !(Math.abs((value ?? Number.NaN) - right) < 0.06);
      });
      expect(wrong, `${step}`).toEqual([]);
    }
  });

  it('goes on in a new log where that of the hour was removed, also when the hour is over', async () => {
    const disk = createMemoryDisk();
    const rig = await openRig({ disk });
    await rig.sample(300, () => ({ total: 1 }));
    for (const name of filesOf(disk).filter((name) => name.startsWith('head')))
      await disk.unlink(`${FOLDER}/${name}`);
    await rig.sample(300, () => ({ total: 2 }));
    const read = async () =>
      (await rig.read('cpu/total', { from: NOON, to: NOON + 600_000, step: 60_000 })).avg.slice(6, 9);
    expect(await read()).toEqual([2, 2, 2]);
    await rig.archive.stop();
    const next = await openRig({ disk, clock: rig.clock });
    await next.sample(7200, () => ({ total: 3 }));
    expect(next.archive.status.state).toBe('ok');
    const { avg } = await next.read('cpu/total', { from: NOON, to: NOON + 600_000, step: 60_000 });
    expect(avg.slice(6, 9)).toEqual([2, 2, 2]);
  });

  it('knows its first sample, in a log or a file, through a restart', async () => {
    const disk = createMemoryDisk();
    const rig = await openRig({ disk, start: NOON + 600_000 });
    expect(rig.archive.since()).toBe(null);
    await rig.sample(120, () => ({ total: 1 }));
    expect(rig.archive.since()).toBe(NOON + 602_000);
    await rig.archive.stop();
    const next = await openRig({ disk, start: NOON + 2 * 3_600_000 });
    expect(next.archive.since()).toBe(NOON + 602_000);
    await next.sample(120, () => ({ total: 1 }));
    expect(next.archive.since()).toBe(NOON + 602_000);
    await next.archive.stop();
  });

  it('writes its last samples at the end, also to a slow disk', async () => {
    const memory = createMemoryDisk();
    const clock = createFakeClock(NOON);
    let isSlow = false;
    const disk: Disk = {
      ...memory,
      async open(path, flags, mode) {
        if (isSlow) await new Promise<void>((resolve) => void clock.setTimer(resolve, 1000));
        return memory.open(path, flags, mode);
      },
    };
    const rig = await openRig({ disk, clock });
    await rig.sample(90, () => ({ total: 1 }));
    isSlow = true;
    const stopped = rig.archive.stop().then(() => rig.archive.status.state);
    for (let second = 0; second < 10; second += 1) await clock.advance(1000);
    expect(await stopped).toBe('stopped');
    isSlow = false;
    const next = await openRig({ disk, clock });
    const { avg } = await next.read('cpu/total', { from: NOON, to: NOON + 90_000, step: 2000 });
    expect(avg.filter((value) => value === 1).length).toBeGreaterThan(40);
  });

  it('opens only one folder at a time', async () => {
    const disk = createMemoryDisk();
    const processes = {
      self: (port: number) => ({ pid: 1, started: '1', world: 'here', host: 'here', port }),
      startOf: () => '1',
    };
    const first = await openRig({ disk, processes });
    const second = await openRig({ disk, processes, port: 61_300 });
    expect(second.archive.status.reason).toContain(
      'another agent (process 1 on here, port 61208) has /state/archive',
    );
    await first.archive.stop();
    await second.archive.flush();
    expect(second.archive.status.state).toBe('ok');
    expect(Object.keys(disk.contents())).toContain(`${FOLDER}/lock`);
  });
});
