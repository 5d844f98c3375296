import { appendFileSync, statSync, truncateSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openRig } from '../../../../test/support/archive-rig.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { type Disk, nodeDisk } from '../../../core/files/disk.ts';
import type { RangeSetup } from '../query/range.ts';
import { RECORD_HEAD_BYTES } from '../log/records.ts';
import { readLogFile } from './head.ts';

/** The local disk; `bytes`: total read, `most`: largest read. */
function countedDisk(): { disk: Disk; read: { bytes: number; most: number } } {
  const read = { bytes: 0, most: 0 };
  const disk: Disk = {
    ...nodeDisk,
    async open(...args) {
      const file = await nodeDisk.open(...args);
      const readSome = file.read.bind(file);
      file.read = async (...asked) => {
        const result = await readSome(...asked);
        read.bytes += result.bytesRead;
        read.most = Math.max(read.most, result.bytesRead);
        return result;
      };
      return file;
    },
  };
  return { disk, read };
}

/** A log, damaged behind its records. */
async function setUp(damage: (path: string) => void) {
  const { disk, read } = countedDisk();
  const rig = await openRig({ disk, path: `${temporaryTree()}/archive` });
  await rig.sample(600, (time) => ({ total: time % 7 }));
  const { folder, codec, slice } = rig.archive.reading() as RangeSetup;
  const [log] = folder.logs();
  if (log === undefined) throw new Error('there is no log');
  const whole = await readLogFile(folder, log, codec, slice);
  const path = folder.pathOf(log);
  const { size } = statSync(path);
  damage(path);
  Object.assign(read, { bytes: 0, most: 0 });
  const content = await readLogFile(folder, log, codec, slice);
  expect(content?.end).toBe(size);
  expect(content?.rowsOf('cpu')).toEqual(whole?.rowsOf('cpu'));
  return { size, read };
}

it('a log that a power cut has extended with zeros costs what its records take', async () => {
  const { size, read } = await setUp((path) => truncateSync(path, 3e9));
  expect(read.bytes).toBeLessThan(2 * size + 1000);
});

it('a false length costs no memory', async () => {
  const { read } = await setUp((path) => {
    const head = Buffer.alloc(RECORD_HEAD_BYTES);
    head.writeUInt32LE(100e6);
    appendFileSync(path, head);
    truncateSync(path, 3e9);
  });
  expect(read.most).toBeLessThan(2e6);
});
