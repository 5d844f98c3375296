import { describe, expect, it } from 'vitest';
import { openRig, FOLDER, NOON, filesOf } from '../../../../test/support/archive-rig.ts';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import { createMemoryDisk } from '../../../../test/support/memory-disk.ts';
import { inOneGo } from '../../../../test/support/in-one-go.ts';
import type { Share, TopEntry } from '../../past/history-source.ts';
import { type Owner, ProgramUse, type ProgramUseSetup, type UsedProcess } from './program-use.ts';
import { readTop } from './read-top.ts';
import { TopLog } from './top-log.ts';

const program = (name: string, cpu: number, rss = 0, io: number[] = []): UsedProcess => ({
  pid: 1,
  name,
  cpu_percent: cpu,
  memory_info: rss === 0 ? null : { rss, vms: rss },
  io_counters: io,
  time_since_update: 2,
});

const NOTHING_BESIDE: ProgramUseSetup = {
  ownerOf: () => null,
  containerName: (container) => container,
  swapReader: () => null,
  isAlerted: () => false,
};
const scanOf = (...entries: UsedProcess[]) => ({ entries, majorFaults: new Map<number, number>() });
const taken = (use: ProgramUse) => inOneGo(use.take());

describe('the use by programs', () => {
  it('is an average over the time between scans, memory that of the last one', () => {
    const use = new ProgramUse(NOTHING_BESIDE);
    expect(taken(use)).toBeNull();
    use.add(scanOf(program('node', 90)), 0);
    use.add(scanOf(program('node', 10, 4096), program('idle', 0)), 10_000);
    const io = [3000, 5000, 1000, 0, 1];
    use.add(scanOf(program('node', 30, 8000, io), program('node', 10, 192, [9, 9, 0, 0, 0])), 40_000);
    expect(taken(use)).toEqual({
      time: 40_000,
      seconds: 40,
      cpu: [['node', 32.5]],
      memory: [['node', 8192]],
      io: [['node', 2625]],
      faults: [],
      swap: [],
    });
    expect(taken(use)).toBeNull();
  });

  it('tells programs of one name apart by their unit and container', () => {
    const owners: Record<number, Owner> = {
      1: { unit: 'postgresql.service', container: null },
      2: { unit: 'docker.service', container: 'f00d' },
      3: { unit: null, container: 'beef' },
    };
    const use = new ProgramUse({
      ...NOTHING_BESIDE,
      ownerOf: (pid) => owners[pid] ?? null,
      containerName: (container) => (container === 'f00d' ? 'db' : container),
    });
    const entries = [1, 1, 2, 3, 4].map((pid) => ({ ...program('postgres', 10 * pid, pid), pid }));
    use.add(scanOf(), 0);
    use.add(scanOf(...entries), 1000);
    expect(taken(use)).toMatchObject({
      cpu: [
        ['postgres', 40],
        ['postgres', 30, null, 'beef'],
        ['postgres', 20, 'postgresql.service'],
        ['postgres', 20, 'docker.service', 'db'],
      ],
      memory: [
        ['postgres', 4],
        ['postgres', 3, null, 'beef'],
        ['postgres', 2, 'postgresql.service'],
        ['postgres', 2, 'docker.service', 'db'],
      ],
    });
  });

  it('has page faults of programs without CPU time, and swap while the machine uses some', () => {
    let read: number[] = [];
    const swapReader = () => (pid: number) => {
      read.push(pid);
      return pid === 2 ? null : 1000 * pid;
    };
    const use = new ProgramUse({ ...NOTHING_BESIDE, swapReader });
    const entries = [1, 2, 3].map((pid) => ({ ...program(`p${pid}`, 0, pid), pid }));
    const kernelThread = { ...program('kswapd0', 5), pid: 4, memory_info: { rss: 0, vms: 0 } };
    use.add({ entries: [], majorFaults: new Map([[3, 9]]) }, 0);
    use.add({ entries: [...entries, kernelThread], majorFaults: new Map([[3, 500]]) }, 10_000);
    const first = taken(use);
    expect(first?.faults).toEqual([['p3', 50]]);
    expect(first?.swap).toEqual([
      ['p3', 3000],
      ['p1', 1000],
    ]);
    expect(read).toEqual([1, 2, 3]);
    read = [];
    use.add(scanOf(...Array.from({ length: 5000 }, (_, pid) => ({ ...program('many', 0, 1), pid }))), 20_000);
    taken(use);
    expect(read).toHaveLength(4096);
  });

  it('names ten programs, and thirty where an event was ongoing at any of the scans', () => {
    let isAlerted = false;
    const use = new ProgramUse({ ...NOTHING_BESIDE, isAlerted: () => isAlerted });
    const many = scanOf(...Array.from({ length: 40 }, (_, index) => program(`p${index}`, index)));
    const names = (count: number) => Array.from({ length: count }, (_, index) => `p${39 - index}`);
    use.add(many, 0);
    use.add(many, 1000);
    expect(taken(use)?.cpu.map(([name]) => name)).toEqual(names(10));
    isAlerted = true;
    use.add(many, 2000);
    isAlerted = false;
    use.add(many, 3000);
    expect(taken(use)?.cpu.map(([name]) => name)).toEqual(names(30));
    use.add(many, 4000);
    expect(taken(use)?.cpu).toHaveLength(10);
  });
});

const DAY = 86_400_000;

describe('the log of programs', () => {
  const entryAt = (time: number) => ({ time, seconds: 60, cpu: [['x', time / 1000]], memory: [], io: [] });

  it('finds the minute that holds a moment, before and after its day was deflated', async () => {
    const disk = createMemoryDisk();
    const evening = NOON + 11 * 3_600_000;
    let log = new TopLog(disk, FOLDER, createFakeClock(NOON));
    const times = Array.from({ length: 120 }, (_, index) => evening + (index + 1) * 60_000).filter(
      (_, index) => index !== 30,
    );
    for (const [index, time] of times.entries()) {
      // A process that was killed left half a line.
      if (index === 10) {
        await log.close();
        const file = await disk.open(`${FOLDER}/top-20261122.jsonl`, 1);
        await file.write(Buffer.from('{"crc'), 0, 5, disk.bytesOf(`${FOLDER}/top-20261122.jsonl`).length);
        log = new TopLog(disk, FOLDER, createFakeClock(NOON));
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
    const clock = createFakeClock(NOON);
    const log = new TopLog(disk, FOLDER, clock);
    for (const days of [0, 1, 29, 1]) {
      clock.skip(days * DAY);
      await log.append(entryAt(clock.now()) as never);
    }
    expect(filesOf(disk)).toEqual(['top-20261123.jsonl.gz', 'top-20261222.jsonl.gz', 'top-20261223.jsonl']);
  });

  it('survives a clock that is wrong for a while', async () => {
    const disk = createMemoryDisk();
    const clock = createFakeClock(NOON);
    const log = new TopLog(disk, FOLDER, clock);
    const append = () => log.append(entryAt(clock.now()) as never);
    await append();
    clock.step(3650 * DAY);
    clock.skip(60_000);
    await append();
    clock.step(-3650 * DAY);
    clock.skip(60_000);
    await append();
    expect(filesOf(disk)).toEqual(['top-20261122.jsonl', 'top-20361119.jsonl.gz']);
    for (const time of [NOON, NOON + 120_000]) expect((await readTop(disk, FOLDER, time))?.time).toBe(time);
  });

  it('has bounds in bytes: the oldest days go', async () => {
    const disk = createMemoryDisk();
    const log = new TopLog(disk, FOLDER, createFakeClock(NOON), 250);
    for (const day of [0, 1, 2, 3, 4]) await log.append(entryAt(NOON + day * 86_400_000) as never);
    expect(filesOf(disk)).toEqual(['top-20261124.jsonl.gz', 'top-20261125.jsonl.gz', 'top-20261126.jsonl']);
  });

  it('keeps the evening of a day of long lines: with fewer programs each', async () => {
    const path = `${FOLDER}/top-20261122.jsonl`;
    const disk = createMemoryDisk({ [path]: `${'x'.repeat(1023)}\n`.repeat(7 << 10) });
    const log = new TopLog(disk, FOLDER, createFakeClock(NOON));
    const shares = Array.from({ length: 30 }, (_, index): Share => [
      `program-${index}`.padEnd(64, 'x'),
      index,
      'u'.repeat(64),
      'c'.repeat(64),
    ]);
    const long = { seconds: 60, cpu: shares, memory: shares, io: shares, faults: shares, swap: shares };
    const counts: number[] = [];
    for (let time = NOON + 10 * 3_600_000; time < NOON + 12 * 3_600_000; time += 60_000) {
      await log.append({ ...long, time });
      if (time % 1_200_000 === 0) counts.push((await readTop(disk, FOLDER, time))?.swap?.length ?? 0);
    }
    expect(counts[0]).toBe(30);
    expect(Math.max(...counts.slice(3))).toBeLessThan(10);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(disk.bytesOf(path).length).toBeLessThanOrEqual(8 << 20);
  });

  it('reads the lines of older versions, which had neither owners nor faults', async () => {
    const disk = createMemoryDisk();
    const log = new TopLog(disk, FOLDER, createFakeClock(NOON));
    const old = { time: NOON, seconds: 60, cpu: [['node', 12.5]], memory: [['node', 4096]], io: [] };
    await log.append(old as unknown as TopEntry);
    expect(await readTop(disk, FOLDER, NOON)).toMatchObject(old);
    expect(await readTop(disk, FOLDER, NOON)).not.toHaveProperty('faults');
  });

  it('is written with the samples', async () => {
    const programs = new ProgramUse(NOTHING_BESIDE);
    const rig = await openRig({ programs });
    for (let minute = 0; minute < 3; minute += 1) {
      programs.add(scanOf(program(`p${minute}`, 10)), rig.clock.now());
      await rig.sample(60, () => ({ total: 1 }));
    }
    expect((await rig.archive.topAt(NOON + 60_000))?.cpu).toEqual([['p1', 10]]);
  });

  it('says how many lines are damaged', async () => {
    const disk = createMemoryDisk({
      [`${FOLDER}/top-20261122.jsonl`]: '{"crc":"00000000","time":1}\n\nx\n{"crc',
    });
    const said: string[] = [];
    const log = new TopLog(disk, FOLDER, createFakeClock(NOON), Infinity, (text) => void said.push(text));
    for (const minute of [1, 2]) await log.append(entryAt(NOON + minute * 60_000) as never);
    await log.close();
    const path = `${FOLDER}/top-20261122.jsonl`;
    expect(said).toEqual([`${path} has 2 damaged lines. The programs of those minutes are missing.`]);
  });
});
