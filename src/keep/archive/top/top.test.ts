import { describe, expect, it } from 'vitest';
import { openRig, FOLDER, NOON, filesOf } from '../../../../test/support/archive-rig.ts';
import { createMemoryDisk } from '../../../../test/support/memory-disk.ts';
import { ProgramUse, type UsedProgram } from './program-use.ts';
import { readTop } from './read-top.ts';
import { TopLog } from './top-log.ts';

const program = (name: string, cpu: number, rss = 0, io: number[] = []): UsedProgram => ({
  name,
  cpu_percent: cpu,
  memory_info: rss === 0 ? null : { rss },
  io_counters: io,
  time_since_update: 2,
});

describe('the use by programs', () => {
  it('is an average over the time between scans, memory that of the last one', () => {
    const use = new ProgramUse();
    expect(use.take()).toBeNull();
    use.add([program('node', 90)], 0);
    use.add([program('node', 10, 4096), program('idle', 0)], 10_000);
    use.add([program('node', 40, 8192, [3000, 5000, 1000, 0, 1, 9, 9, 0, 0, 0])], 40_000);
    expect(use.take()).toEqual({
      time: 40_000,
      seconds: 40,
      cpu: [['node', 32.5]],
      memory: [['node', 8192]],
      io: [['node', 2625]],
    });
    expect(use.take()).toBeNull();
  });

  it('names ten programs', () => {
    const use = new ProgramUse();
    use.add([], 0);
    use.add(
      Array.from({ length: 30 }, (_, index) => program(`p${index}`, index)),
      1000,
    );
    expect(use.take()?.cpu.map(([name]) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `p${29 - index}`),
    );
  });
});

describe('the log of programs', () => {
  const entryAt = (time: number) => ({ time, seconds: 60, cpu: [['x', time / 1000]], memory: [], io: [] });

  it('finds the minute that holds a moment, before and after its day was deflated', async () => {
    const disk = createMemoryDisk();
    const evening = NOON + 11 * 3_600_000;
    let log = new TopLog(disk, FOLDER);
    const times = Array.from({ length: 120 }, (_, index) => evening + (index + 1) * 60_000).filter(
      (_, index) => index !== 30,
    );
    for (const [index, time] of times.entries()) {
      // A process that was killed left half a line.
      if (index === 10) {
        await log.close();
        const file = await disk.open(`${FOLDER}/top-20261122.jsonl`, 1);
        await file.write(Buffer.from('{"crc'), 0, 5, disk.bytesOf(`${FOLDER}/top-20261122.jsonl`).length);
        log = new TopLog(disk, FOLDER);
      }
      await log.append(entryAt(time) as never);
    }
    expect(filesOf(disk)).toEqual(['top-20261122.jsonl.gz', 'top-20261123.jsonl']);
    for (const time of times) {
      expect((await readTop(disk, FOLDER, time - 30_000))?.time).toBe(time);
      expect((await readTop(disk, FOLDER, time))?.time).toBe(time);
    }
    for (const missing of [evening - 1000, evening + 30.5 * 60_000, evening + 200 * 60_000])
      expect(await readTop(disk, FOLDER, missing)).toBeNull();
  });

  it('is kept for thirty days', async () => {
    const disk = createMemoryDisk();
    const log = new TopLog(disk, FOLDER);
    for (const day of [0, 1, 30, 31]) await log.append(entryAt(NOON + day * 86_400_000) as never);
    expect(filesOf(disk)).toEqual(['top-20261123.jsonl.gz', 'top-20261222.jsonl.gz', 'top-20261223.jsonl']);
  });

  it('has bounds in bytes: the oldest days go', async () => {
    const disk = createMemoryDisk();
    const log = new TopLog(disk, FOLDER, 250);
    for (const day of [0, 1, 2, 3, 4]) await log.append(entryAt(NOON + day * 86_400_000) as never);
    expect(filesOf(disk)).toEqual(['top-20261124.jsonl.gz', 'top-20261125.jsonl.gz', 'top-20261126.jsonl']);
  });

  it('is written with the samples', async () => {
    const programs = new ProgramUse();
    const rig = await openRig({ programs });
    for (let minute = 0; minute < 3; minute += 1) {
      programs.add([program(`p${minute}`, 10)], rig.clock.now());
      await rig.sample(60, () => ({ total: 1 }));
    }
    expect((await rig.archive.topAt(NOON + 60_000))?.cpu).toEqual([['p1', 10]]);
  });
});
