/**
 * An hour of the history on disk, as a server has it: CPU, memory, bytes written, longest turn. The clock is simulated, so that the
 * hour takes seconds; writer, rings and disk are the real ones, and all writes of the hour are made.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRig, PACE_MS } from '../../test/support/archive-rig.ts';
import { History } from '../../src/core/store/history.ts';
import { type Disk, nodeDisk } from '../../src/core/files/disk.ts';
import { digits, type Figure, type Measure } from '../figure.ts';
import { longestTurn } from '../longest-turn.ts';
import { retained } from '../retained.ts';
import { cycleCost } from './cycle.ts';

/** A recorded host has 113; one with a thousand has as many processes and containers. */
const SIZES = [
  { series: 113, processes: 100 },
  { series: 1000, processes: 1000 },
];
const MINUTE_CYCLES = 60_000 / PACE_MS;
/** Rings hold 1,200 samples: they no longer grow after that. */
const WARM_UP_MINUTES = 61;

export const measureArchiveHour: Measure = async () => {
  const figures: Figure[] = [];
  for (const { series, processes } of SIZES)
    figures.push(...(await measureHour(series, await cycleCost(processes))));
  return figures;
};

/** @param cycle milliseconds of CPU that sampling and serving take every two seconds */
async function measureHour(size: number, cycle: number): Promise<Figure[]> {
  const path = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const written = { bytes: 0 };
  const rig = await openRig({ disk: countingDisk(written), path });
  const values = createValues(size);
  const sample = (history: History): void => {
    history.begin(rig.clock.now());
    for (const [index, value] of values().entries()) history.record(`value_${index}`, value);
  };
  const minute = async (): Promise<number> => {
    for (let passed = 0; passed < MINUTE_CYCLES; passed += 1) {
      rig.clock.skip(PACE_MS);
      rig.archive.watchClock();
      sample(rig.history);
    }
    await new Promise((resolve) => void setImmediate(resolve));
    return longestTurn(() => rig.archive.flush());
  };
  try {
    for (let passed = 0; passed < WARM_UP_MINUTES; passed += 1) await minute();
    const before = retained();
    const cpu = process.cpuUsage();
    written.bytes = 0;
    let longest = 0;
    for (let passed = 0; passed < 60; passed += 1) longest = Math.max(longest, await minute());
    const used = process.cpuUsage(cpu);
    const grown = (retained() - before) / 2 ** 20;
    // Memory holds the samples in either case.
    const memory = new History(1200, 1200);
    const alone = process.cpuUsage();
    for (let passed = 0; passed < 60 * MINUTE_CYCLES; passed += 1) sample(memory);
    const own = process.cpuUsage(alone);
    const ms = (used.user + used.system - own.user - own.system) / 1000 / (60 * MINUTE_CYCLES);
    const probe = await longestTurn(() => new Promise((resolve) => void setTimeout(resolve, 300)));
    return [
      {
        ...figure(
          `${size} series: CPU of a 2-second cycle`,
          `${digits(ms)} ms, ${digits((ms / PACE_MS) * 100)} % of a core, ${digits((ms / cycle) * 100)} % of the cycle`,
          '≤ 1 % of the cycle',
          ms <= 0.01 * cycle,
        ),
        peer: `the cycle of an agent without it: ${digits(cycle)} ms`,
      },
      figure(
        `${size} series: memory after an hour (simulated clock, after a collection)`,
        `${grown.toFixed(1)} MiB more`,
        '≤ 10 MiB',
        grown <= 10,
      ),
      figure(
        `${size} series: written in an hour`,
        `${digits(written.bytes / 1e6)} MB`,
        '≤ 2 bytes a sample',
        written.bytes <= 2 * size * 1800,
      ),
      {
        ...figure(
          `${size} series: longest turn while an hour is written and closed`,
          `${digits(longest)} ms`,
          '≤ 5 ms + the probe',
          longest <= 5 + probe,
        ),
        peer: `the probe alone: ${digits(probe)} ms`,
      },
    ];
  } finally {
    await rig.archive.stop();
    rmSync(path, { recursive: true, force: true });
  }
}

const figure = (name: string, value: string, reach: string, isReached: boolean): Figure => ({
  name: `History on disk, ${name}`,
  value,
  peer: '–',
  reach,
  isReached,
});

function countingDisk(written: { bytes: number }): Disk {
  return {
    ...nodeDisk,
    async open(path, flags, mode) {
      const file = await nodeDisk.open(path, flags, mode);
      const write: typeof file.write = async (...given) => {
        const done = await file.write(...given);
        written.bytes += done.bytesWritten;
        return done;
      };
      return new Proxy(file, {
        get(target, name) {
          if (name === 'write') return write;
          const member: unknown = Reflect.get(target, name, target);
          return typeof member === 'function' ? (member.bind(target) as unknown) : member;
        },
      });
    },
  };
}

/** A third steady, a third percentages that wander, a third rates around a level; the same at every run. */
function createValues(size: number): () => number[] {
  let seed = 1;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const state = Array.from({ length: size }, () => 50);
  return () =>
    state.map((value, index) => {
      if (index % 3 === 1)
        state[index] = Math.min(100, Math.max(0, value + Math.round(random() * 20 - 10) / 10));
      if (index % 3 === 2) state[index] = Math.round(10 ** (index % 5) * (0.5 + random()));
      return Math.round((state[index] as number) * 10) / 10;
    });
}
