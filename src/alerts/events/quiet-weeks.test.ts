/** Three weeks in which nothing fails. Every notification would be a false one. */
import { describe, expect, it } from 'vitest';
import { isFull } from '../../../test/support/full-run.ts';
import { type PolicyRig, CORES, cpuOf, createPolicyRig } from '../../../test/support/policy-rig.ts';

const SAMPLE = isFull ? 60 : 120;
const DAY = 86_400;
const WEEK = 7 * DAY;
const HOUR = 3600;

/** A random number from 0 to 1, the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The load of a machine in one sample. */
interface Moment {
  cpu: number;
  iowait?: number;
  memory: number;
  disk: number;
}

type Machine = (second: number, random: () => number) => Moment | 'asleep';

/** Feeds a week of samples; the load is the mean of a quarter of an hour, as the kernel has it. */
async function week(machine: Machine): Promise<PolicyRig> {
  const rig = createPolicyRig({ fs: { log: 'True' } });
  const random = createRandom(7);
  let load = 0.2;
  let isAsleep = false;
  for (let second = 0; second < WEEK; second += SAMPLE) {
    const now = machine(second, random);
    isAsleep = now === 'asleep';
    if (now === 'asleep') {
      // The wall clock goes on, the monotonic one does not.
      rig.clock.step(SAMPLE * 1000);
      continue;
    }
    const { cpu, iowait = 0, memory, disk } = now;
    const busy = ((cpu + iowait) / 100) * CORES;
    load += (busy - load) * (SAMPLE / 900);
    rig.feed('cpu', cpuOf(cpu, { iowait }));
    rig.feed('load', { min1: busy, min5: load, min15: load, cpucore: CORES });
    rig.feed('mem', { total: 100, percent: memory, used: memory });
    rig.feed('memswap', { total: 100, percent: 10, used: 10 });
    const file = { mnt_point: '/', fs_type: 'ext4', options: 'rw', size: 100, used: disk, free: 100 - disk };
    rig.feed('fs', [{ ...file, percent: disk }]);
    await rig.clock.advance(SAMPLE * 1000);
  }
  if (!isAsleep) await rig.clock.advance(HOUR * 1000);
  return rig;
}

const hourOf = (second: number): number => (second % DAY) / HOUR;

/** In use from 8 to 22; often suspended then, and at night. Browsing, calls, and occasional compilations. */
const laptop: Machine = (second, random) => {
  const hour = hourOf(second);
  const isAsleep = hour < 8 || hour > 22 || (hour > 12 && hour < 13.5) || (hour > 18 && hour < 20);
  if (isAsleep) return 'asleep';
  const isCall = hour > 10 && hour < 11;
  const isCompile = second % (2 * HOUR) < 240;
  const peak = random() < 0.05 ? 60 : 0;
  return {
    cpu: Math.min(100, (isCompile ? 95 : isCall ? 45 : 12) + peak + random() * 8),
    memory: 45 + (isCompile ? 20 : 0) + (random() < 0.02 ? 12 : random() * 4),
    disk: 48,
  };
};

/** Idle, with a backup of an hour and a half at two every night that reads, compresses and waits for disks. */
const homeServer: Machine = (second, random) => {
  const hour = hourOf(second);
  const isBackup = hour >= 2 && hour < 3.5;
  const isIndex = hour >= 4 && hour < 4.2;
  return {
    cpu: (isBackup ? 45 : isIndex ? 88 : 4) + random() * (isBackup ? 25 : 5),
    iowait: isBackup ? 10 + random() * 12 : random(),
    memory: 38 + (isBackup ? 18 : 0) + random() * 3,
    disk: 44 + (isBackup ? 3 : 0),
  };
};

/** Builds of 6 to 25 min on all cores, every 50 min from 7 to 20 on weekdays; tests in between. */
const buildMachine: Machine = (second, random) => {
  const hour = hourOf(second);
  const day = Math.floor(second / DAY);
  const isOpen = day < 5 && hour >= 7 && hour < 20;
  const slot = Math.floor(second / 3000);
  const length = 360 + ((slot * 7919) % 1140);
  const isBuild = isOpen && second % 3000 < length;
  return {
    cpu: isBuild ? 92 + random() * 8 : isOpen ? 15 + random() * 15 : 1 + random(),
    memory: isBuild ? 58 + random() * 10 : 22,
    disk: isBuild ? 49 : 40,
  };
};

describe('a quiet week of', () => {
  it.each([
    ['a laptop that sleeps', laptop],
    ['a home server with a backup every night', homeServer],
    ['a build machine', buildMachine],
  ])('%s notifies nobody, although the list of events is long', async (_, machine) => {
    const rig = await week(machine);
    expect(rig.titles()).toEqual([]);
    expect(rig.changes.filter(({ kind }) => kind === 'begin').length).toBeGreaterThan(6);
  });

  it('a machine whose CPU is never idle again is one of two notifications', async () => {
    const rig = await week((second) => ({ cpu: second < 3 * DAY ? 5 : 100, memory: 40, disk: 40 }));
    const titles = rig.titles().join('\n');
    expect(rig.messages.length).toBeLessThanOrEqual(2);
    expect(titles).toContain('CPU');
  });
});
