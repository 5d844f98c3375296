/** Writes to an archive on a real disk until it is killed: an hour of samples in a second. Prints the times that are safe. */
import { nodeDisk } from '../../src/core/files/disk.ts';
import { kernelProcesses } from '../../src/history/archive/lock.ts';
import { openRig } from './archive-rig.ts';

const [path = '', start = '0'] = process.argv.slice(2);

// A hundred runs are longer than samples are kept by default.
const YEAR_MS = 365 * 86_400_000;
const bounds = { maxBytes: 1e9, ages: { hour: YEAR_MS, day: YEAR_MS, month: YEAR_MS } };

const rig = await openRig({
  bounds,
  disk: nodeDisk,
  path,
  start: Number(start),
  processes: kernelProcesses,
  historySize: 120,
});
for (;;) {
  await rig.sample(60, (time) => ({ total: Math.round(time / 1000) % 977 }));
  if (rig.archive.status.state !== 'ok') throw new Error(rig.archive.status.reason ?? 'not ok');
  process.stdout.write(`${rig.archive.lastWritten}\n`);
}
