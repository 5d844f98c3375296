/** The history on disk: bytes a sample, CPU of a cycle, longest slice, queries. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { openRig } from '../../test/support/archive-rig.ts';
import { ByteWriter } from '../../src/archive/format/byte-writer.ts';
import { ColumnCodec } from '../../src/archive/format/column-codec.ts';
import { nodeDisk } from '../../src/files/disk.ts';
import { digits, type Measure } from '../figure.ts';

const SERIES = 1000;
const HOURS = 3;
const PACE_MS = 2000;

/** Names of the series: a third steady, a third percentages that wander, a third rates around a level. */
const NAMES = Array.from({ length: SERIES }, (_, index) => `value_${index}`);

/** A walk with one decimal, the same at every run. */
function createValues(): () => Record<string, number> {
  let seed = 1;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const state = NAMES.map(() => 50);
  return () =>
    Object.fromEntries(
      NAMES.map((name, index) => {
        if (index % 3 === 1)
          state[index] = Math.min(
            100,
            Math.max(0, (state[index] as number) + Math.round(random() * 20 - 10) / 10),
          );
        if (index % 3 === 2) state[index] = Math.round(10 ** (index % 5) * (0.5 + random()));
        return [name, Math.round((state[index] as number) * 10) / 10];
      }),
    );
}

export const measureArchive: Measure = async () => {
  const path = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  try {
    return [...(await measureWriting(path)), measureBytes()];
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
};

async function measureWriting(path: string) {
  const rig = await openRig({ disk: nodeDisk, path });
  const values = createValues();
  await rig.sample(60, values);
  // Making the values is no work of ours.
  const alone = await cpuOf(async () => {
    for (let cycle = 0; cycle < 300; cycle += 1) values();
  });
  const cycles = (HOURS * 3_600_000) / PACE_MS;
  const all = await cpuOf(() => rig.sample(HOURS * 3600, values));
  const perCycle = all / cycles - alone / 300;
  const { archive, clock } = rig;
  const bytes = archive.bytes;
  const samples = cycles * SERIES;
  const from = clock.now() - 2 * 3_600_000;
  const times: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    const start = performance.now();
    await rig.read(`cpu/${NAMES[round]}`, {
      from: from - (from % 10_000),
      to: clock.now() - (clock.now() % 10_000),
      step: 10_000,
    });
    times.push(performance.now() - start);
  }
  const median = times.sort((a, b) => a - b)[7] as number;
  await archive.stop();
  return [
    {
      name: `History on disk, ${SERIES} series: CPU per 2-second cycle, rings included`,
      value: `${digits(perCycle)} ms`,
      peer: 'the cycle: 12 ms and more',
      reach: '≤ 0.5 ms',
      isReached: perCycle <= 0.5,
    },
    {
      name: 'bytes a sample on disk, minutes and tables included',
      value: digits(bytes / samples),
      peer: 'doubles: 8',
      reach: '≤ 1/6 of them',
      isReached: bytes / samples <= 8 / 6,
    },
    {
      name: 'one series, two hours of samples',
      value: `${digits(median)} ms`,
      peer: '–',
      reach: '≤ 10 ms',
      isReached: median <= 10,
    },
  ];
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The codec beside varint differences and deflate, on the same columns, each of which can be read alone. */
function measureBytes() {
  const values = createValues();
  const rows = Array.from({ length: 1800 }, values);
  const codec = new ColumnCodec();
  const own = new ByteWriter();
  const plain = new ByteWriter();
  let packed = 0;
  for (const name of NAMES) {
    const column = Float64Array.from(rows, (row) => row[name] ?? 0);
    codec.write(own, column, column.length);
    plain.clear();
    let last = 0;
    for (const value of column) {
      const whole = Math.round(value * 10);
      plain.signed(whole - last);
      last = whole;
    }
    packed += deflateRawSync(plain.view()).length;
  }
  const samples = SERIES * rows.length;
  const peer = packed / samples;
  const bytes = own.length / samples;
  return {
    name: 'bytes a sample, codec alone',
    value: `${digits(bytes)} (${digits(bytes / peer)} × peer)`,
    peer: `varint differences and deflate: ${digits(peer)}`,
    reach: '≤ 1 × peer',
    isReached: bytes <= peer,
  };
}
