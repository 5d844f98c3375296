/** Bounds of an archive, and unknown files. */
import { describe, expect, it } from 'vitest';
import { filesOf, FOLDER, NOON, openRig } from '../../../test/support/archive-rig.ts';
import { PACE, tiers, values } from '../../../test/support/bounds-rig.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import type { Disk } from '../../core/files/disk.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Between the writes of long tests: memory holds what is sampled in between. */
const RARE = 5 * 60_000;

describe('the bounds of an archive', () => {
  it('are kept by size: never more than a file above it, the last closed hour stays', async () => {
    const disk = createMemoryDisk();
    const maxBytes = 60_000;
    const bounds = { maxBytes, ages: { hour: 2 * DAY, day: 90 * DAY, month: 1800 * DAY } };
    const rig = await openRig({ disk, bounds, paceMs: PACE, historySize: 60, flushMs: RARE });
    let largest = 0;
    for (let hour = 0; hour < 30; hour += 1) {
      await rig.sample(3600, values);
      const sizes = tiers(disk).map((name) => disk.bytesOf(`${FOLDER}/${name}`).length);
      largest = Math.max(largest, ...sizes);
      expect(rig.archive.bytes, `${hour}`).toBeLessThanOrEqual(maxBytes + largest);
    }
    const hours = tiers(disk).filter((name) => name.startsWith('hour'));
    expect(hours.length).toBeGreaterThan(0);
    expect(hours.length).toBeLessThan(20);
    // Minutes of removed hours are in the days.
    const from = NOON + 4 * HOUR;
    const { avg } = await rig.read('cpu/total', { from, to: from + HOUR, step: 60_000 });
    expect(avg.every((value) => value !== null)).toBe(true);
  });

  it('are those of files: what goes right after its hour was closed does not come back', async () => {
    const disk = createMemoryDisk();
    const rig = await openRig({ disk, paceMs: PACE, historySize: 60 });
    await rig.sample(3600, values);
    const names = ['head-20261122T12.log', 'hour-20261122T12.gar'];
    expect(filesOf(disk)).toEqual(expect.arrayContaining(names));
    await rig.archive.folder?.remove({ kind: 'hour', start: NOON, generation: 0 });
    await rig.sample(60, values);
    expect(filesOf(disk).filter((name) => names.includes(name))).toEqual([]);
    expect(rig.archive.folder?.logs()).toHaveLength(1);
  });

  it('are kept by age', async () => {
    const disk = createMemoryDisk();
    const bounds = { maxBytes: 1e9, ages: { hour: 6 * HOUR, day: 90 * DAY, month: 1800 * DAY } };
    const rig = await openRig({ disk, bounds, paceMs: 60_000, historySize: 60, flushMs: RARE });
    await rig.sample(30 * 3600, values);
    expect(tiers(disk).find((name) => name.startsWith('hour'))).toBe('hour-20261123T00.gar');
    expect(tiers(disk)).toContain('day-20261122.gar');
  });

  it('leave room on the disk: old samples go first, then it pauses and says so, and goes on', async () => {
    const disk = createMemoryDisk();
    let free = 1e12;
    const room = async () => ({ free, total: 1e13 });
    const rig = await openRig({ disk, room, paceMs: PACE, historySize: 360 });
    await rig.sample(4 * 3600, values);
    const hours = () => tiers(disk).filter((name) => name.startsWith('hour'));
    expect(hours()).toHaveLength(4);
    free = 0;
    await rig.archive.flush();
    expect(hours()).toEqual(['hour-20261122T14.gar', 'hour-20261122T15.gar']);
    expect(rig.archive.status.state).toBe('paused');
    expect(rig.archive.status.reason).toContain('0 MB left');
    // The minutes of removed hours are in a day.
    const hour = await rig.read('cpu/total', { from: NOON + 60_000, to: NOON + HOUR, step: 60_000 });
    expect(hour.avg).not.toContain(null);
    await rig.sample(600, values);
    free = 1e12;
    await rig.archive.flush();
    expect(rig.archive.status).toEqual({ state: 'ok', reason: null });
    expect(rig.marks.map((mark) => mark.split(' ')[0])).toEqual(['paused', 'resumed']);
    // Memory held what was sampled in between.
    const from = rig.clock.now() - 600_000 + PACE;
    const { avg } = await rig.read('cpu/total', { from, to: from + 500_000, step: PACE });
    expect(avg.every((value) => value !== null)).toBe(true);
  });
});

/** As Node.js throws it: libuv knows no name for a quota that is used up. */
const problemOf = (code: 'ENOSPC' | 'EDQUOT') =>
  code === 'ENOSPC'
    ? Object.assign(new Error(code), { code, errno: -28 })
    : Object.assign(new Error('Unknown system error -122'), {
        code: 'Unknown system error -122',
        errno: -122,
      });

describe('a disk without room', () => {
  /** The limit of bytes in all files but the lock, and the error above it. */
  function limited(code: 'ENOSPC' | 'EDQUOT') {
    const memory = createMemoryDisk();
    const limit = { bytes: Infinity };
    const used = () =>
      filesOf(memory).reduce((sum, name) => sum + memory.bytesOf(`${FOLDER}/${name}`).length, 0);
    const disk: Disk = {
      ...memory,
      async open(...asked) {
        const file = await memory.open(...asked);
        return {
          ...file,
          write: (...written) =>
            used() + written[2] > limit.bytes ? Promise.reject(problemOf(code)) : file.write(...written),
        };
      },
    };
    return { memory, disk, limit, used };
  }

  it('is told from one that fails, keeps what it has, and goes on', async () => {
    const { memory, disk, limit, used } = limited('ENOSPC');
    const rig = await openRig({ disk, paceMs: PACE, historySize: 360 });
    await rig.sample(4 * 3600, values);
    const before = tiers(memory);
    limit.bytes = used();
    await rig.sample(120, values);
    const reason = `${FOLDER} cannot be written: the disk is full`;
    expect(rig.archive.status).toEqual({ state: 'full', reason });
    expect(rig.marks).toEqual([`paused ${reason}`]);
    expect(tiers(memory)).toEqual(before);
    limit.bytes = Infinity;
    await rig.sample(60, values);
    expect(rig.archive.status.state).toBe('ok');
    const from = rig.clock.now() - 180_000 + PACE;
    expect((await rig.read('cpu/total', { from, to: from + 170_000, step: PACE })).avg).not.toContain(null);
  });

  it('by a quota makes room of what is old, and keeps most of its minutes', async () => {
    const { memory, disk, limit, used } = limited('EDQUOT');
    const rig = await openRig({ disk, paceMs: PACE, historySize: 60 });
    await rig.sample(6 * 3600, values);
    limit.bytes = used() + 500;
    for (let hour = 0; hour < 6; hour += 1) {
      await rig.sample(3600, values);
      // Each failed write frees one file; later ones follow while memory holds the pending samples.
      for (let attempts = 0; attempts < 3; attempts += 1) await rig.archive.flush();
      expect(rig.archive.status, `${hour}`).toEqual({ state: 'ok', reason: null });
      expect(used()).toBeLessThanOrEqual(limit.bytes);
    }
    expect(tiers(memory)).not.toContain('hour-20261122T14.gar');
    // The first removed hour made room for the minutes of most others: seven hours have no samples left.
    const range = { from: NOON + 60_000, to: NOON + 12 * HOUR, step: 60_000 };
    const { avg } = await rig.read('cpu/total', range);
    expect(avg.filter((value) => value === null).length).toBeLessThanOrEqual(3 * 60);
  });

  it('by a quota that even this does not meet is full', async () => {
    const { disk, limit } = limited('EDQUOT');
    limit.bytes = 400;
    const rig = await openRig({ disk, paceMs: PACE, historySize: 60 });
    await rig.sample(600, values);
    expect(rig.archive.status).toEqual({
      state: 'full',
      reason: `${FOLDER} cannot be written: the disk quota of this user is used up`,
    });
  });
});

it('counts all its files, from the start on: logs, events and programs too', async () => {
  const disk = createMemoryDisk({
    [`${FOLDER}/events/events-202611.jsonl`]: 'x'.repeat(1000),
    [`${FOLDER}/top/top-20261122.jsonl`]: 'x'.repeat(500),
    [`${FOLDER}/others`]: 'no file of ours',
  });
  const sizeOf = () =>
    filesOf(disk)
      .filter((name) => name !== 'others' && name !== 'lock')
      .reduce((sum, name) => sum + disk.bytesOf(`${FOLDER}/${name}`).length, 0);
  const rig = await openRig({ disk, paceMs: PACE, historySize: 60 });
  expect(rig.archive.bytes).toBe(1500);
  await rig.sample(2 * 3600 + 600, values);
  expect(rig.archive.bytes).toBe(sizeOf());
  await rig.archive.stop();
  const next = await openRig({ disk, clock: rig.clock, paceMs: PACE, historySize: 60 });
  expect(next.archive.bytes).toBe(sizeOf());
});

it('makes a bad day again from its hours', async () => {
  const disk = createMemoryDisk();
  const start = NOON + 8 * HOUR;
  const rig = await openRig({ disk, start, paceMs: PACE, historySize: 60 });
  await rig.sample(5 * 3600 + 300, values);
  await rig.archive.stop();
  const day = `${FOLDER}/day-20261122.gar`;
  const whole = disk.bytesOf(day);
  const file = await disk.open(day, 1);
  // In the tables, before the footer.
  await file.write(Uint8Array.of(0xff, 0xff), 0, 2, whole.length - 60);
  const next = await openRig({ disk, clock: rig.clock, paceMs: PACE, historySize: 60 });
  await next.sample(60, values);
  expect(disk.bytesOf(day)).toEqual(whole);
  expect(tiers(disk).filter((name) => name.startsWith('day'))).toEqual(['day-20261122.gar']);
  expect(Object.keys(disk.contents())).toContain(`${day}.bad`);
  expect(next.archive.folder?.damaged).toBe(1);
  expect(next.log).toEqual([expect.stringMatching(/^WARNING .*day-20261122.gar is damaged/)]);
  const { avg } = await next.read('cpu/total', { from: start + HOUR, to: start + 2 * HOUR, step: 60_000 });
  expect(avg).not.toContain(null);
});

describe('files that are not its own', () => {
  it('are left alone: those of a newer version, and foreign ones', async () => {
    const disk = createMemoryDisk({
      [`${FOLDER}/hour-20261122T08.gar`]: `GANDAR2\n${'x'.repeat(100)}GANDAR2\n`,
      [`${FOLDER}/notes.txt`]: 'mine',
      [`${FOLDER}/hour-20261122T09.gar.new`]: 'a draft of a process that ended',
    });
    const rig = await openRig({ disk });
    await rig.sample(120, values);
    const read = await rig.read('cpu/total', { from: NOON - 5 * HOUR, to: NOON, step: 60_000 });
    expect(read.avg.every((value) => value === null)).toBe(true);
    expect(rig.archive.folder).toMatchObject({ newer: 1, damaged: 0 });
    expect(filesOf(disk)).toEqual(expect.arrayContaining(['hour-20261122T08.gar', 'notes.txt']));
    expect(filesOf(disk)).not.toContain('hour-20261122T09.gar.new');
  });

  it('go when they are of the future for a day', async () => {
    const disk = createMemoryDisk();
    const setup = { disk, paceMs: 60_000, historySize: 60, flushMs: RARE };
    const wrong = await openRig({ ...setup, start: NOON + 300 * DAY });
    await wrong.sample(2 * 3600, values);
    await wrong.archive.stop();
    const future = tiers(disk);
    expect(future.length).toBeGreaterThan(0);
    const rig = await openRig(setup);
    await rig.sample(20 * 3600, values);
    expect(tiers(disk)).toEqual(expect.arrayContaining(future));
    await rig.sample(6 * 3600, values);
    expect(tiers(disk).filter((name) => future.includes(name))).toEqual([]);
  });
});
