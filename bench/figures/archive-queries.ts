/** Queries of a week on disk: their duration, and the longest delay of others. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRig } from '../../test/support/archive-rig.ts';
import { ArchiveFolder } from '../../src/history/archive/files/folder.ts';
import { RangeReader, type RangeSetup } from '../../src/history/archive/query/range.ts';
import { sharesOf, FairLimiter } from '../../src/core/fair-limiter.ts';
import { nodeDisk } from '../../src/core/files/disk.ts';
import { IDS, weekOnDisk } from '../archive-week.ts';
import { digits, type Measure } from '../figure.ts';
import { longestTurn } from '../longest-turn.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ROUNDS = 15;

export const measureArchiveQueries: Measure = async () => {
  const path = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  try {
    return await measure(path);
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
};

async function measure(path: string) {
  const rig = await openRig({ disk: nodeDisk, path });
  const end = rig.clock.now();
  const { folder } = rig.archive;
  if (folder === null) throw new Error('the archive is not open');
  await weekOnDisk(path, end, folder);
  const files = folder.count;
  const opening = await cpuOf(async () => {
    await ArchiveFolder.read(nodeDisk, path, () => {});
  });
  // Days and months are compacted from hours.
  for (let round = 0; round < 3; round += 1) await rig.archive.flush();
  const reading = (): RangeSetup => rig.archive.reading() as RangeSetup;
  const query = async (ids: readonly string[], width: number): Promise<void> => {
    const step = width / 1008;
    const whole = Math.ceil(step / MINUTE) * MINUTE;
    const to = Math.floor(end / whole) * whole;
    const reader = await RangeReader.open(reading(), { from: to - width, to, step: whole });
    for (const id of ids) await reader.read(id);
  };
  const one = await cpuOf(() => query([IDS[0] as string], 7 * DAY));
  const twenty = await cpuOf(() => query(IDS, DAY));
  const alone = await longestTurn(() => new Promise((resolve) => void setTimeout(resolve, 300)));
  const longest = await longestTurn(async () => {
    const line = new FairLimiter({
      hasRoom: sharesOf(4, 4),
      mostWaiting: 20,
      refusal: () => new Error('too many wait'),
    });
    await Promise.all(
      Array.from({ length: 20 }, () => line.run({ group: '', signal: null }, () => query(IDS, 7 * DAY))),
    );
  });
  await rig.archive.stop();
  return [
    figure('one series over a week, 1,008 points', one, 10),
    figure('20 series over a day', twenty, 50),
    figure(`opening ${files} files, more than a year has`, opening, 50),
    {
      name: 'longest turn of the event loop while 20 queries of a week and 20 series run',
      value: `${digits(longest)} ms`,
      peer: `the probe alone: ${digits(alone)} ms`,
      reach: '≤ 5 ms + the probe',
      isReached: longest <= 5 + alone,
    },
  ];
}

const figure = (name: string, value: number, most: number) => ({
  name: `History on disk: ${name}, CPU`,
  value: `${digits(value)} ms`,
  peer: '–',
  reach: `≤ ${most} ms`,
  isReached: value <= most,
});

/** Mean CPU time of one after compilation; waiting for a core or a disk does not count. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  for (let round = 0; round < ROUNDS; round += 1) await work();
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / ROUNDS;
}
