/** Writes to an archive on a real disk until it is killed: an hour of samples in a second. Prints the times that are safe. */
import { nodeDisk } from '../../src/files/disk.ts';
import { kernelProcesses } from '../../src/archive/lock.ts';
import { openRig } from './archive-rig.ts';

const [path = '', start = '0'] = process.argv.slice(2);

const rig = await openRig({
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
