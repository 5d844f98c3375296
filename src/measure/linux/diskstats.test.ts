import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseBlockStat, parseDiskstats } from './diskstats.ts';

const NEW = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17';

describe('parseDiskstats', () => {
  it('reads a recorded file, in order', () => {
    const disks = parseDiskstats(sample('diskstats'));
    expect(disks.map((disk) => disk.name).slice(-2)).toEqual(['vda', 'zram0']);
    const vda = disks.find((disk) => disk.name === 'vda');
    expect(vda).toMatchObject({ major: 254, minor: 0, inFlight: 0 });
    expect(vda?.readBytes).toBeGreaterThan(0);
    expect((vda?.readBytes ?? 1) % 512).toBe(0);
  });

  it('finds each column at its place', () => {
    expect(parseDiskstats(bytesOf(` 259 1 nvme0n1p1 ${NEW} 18\n`))).toEqual([
      {
        major: 259,
        minor: 1,
        name: 'nvme0n1p1',
        readCount: 1,
        readMerged: 2,
        readBytes: 3 * 512,
        readTime: 4,
        writeCount: 5,
        writeMerged: 6,
        writeBytes: 7 * 512,
        writeTime: 8,
        inFlight: 9,
        ioTime: 10,
        weightedIoTime: 11,
        discardCount: 12,
        discardMerged: 13,
        discardBytes: 14 * 512,
        discardTime: 15,
        flushCount: 16,
        flushTime: 17,
      },
    ]);
  });

  it('reads eleven columns of older kernels, also behind longer lines', () => {
    const disks = parseDiskstats(bytesOf(`8 0 sda ${NEW}\n8 16 sdb 1 2 3 4 5 6 7 8 9 10 5000000000\n`));
    expect(disks[1]).toMatchObject({ name: 'sdb', weightedIoTime: 5e9, discardCount: 0, flushTime: 0 });
  });

  it('reads the four columns partitions once had', () => {
    const [disk] = parseDiskstats(bytesOf(`8 1 sda1 1 2 3 4\n`));
    expect(disk).toMatchObject({
      readCount: 1,
      readBytes: 1024,
      writeCount: 3,
      writeBytes: 2048,
      readTime: 0,
      ioTime: 0,
    });
  });

  it('skips lines of another form', () => {
    const text = `\n8\n8 0\n8 0 sda\n8 0 sdb 1 2 3\n8 0 sdc 1 2 3 4 5\nx 0 sdd ${NEW}\n8 0 sde ${NEW}\n8 0 sdf 1 2 x 4 5 6 7 8 9 10 11`;
    expect(parseDiskstats(bytesOf(text)).map((disk) => disk.name)).toEqual(['sde']);
  });
});

describe('parseBlockStat', () => {
  it('reads the same columns without a name', () => {
    expect(parseBlockStat(bytesOf(`   ${NEW}\n`))).toMatchObject({
      readCount: 1,
      writeBytes: 3584,
      flushTime: 17,
    });
  });

  it.each(['', '\n', '1 2 3', 'x'])('gives null for %j', (text) =>
    expect(parseBlockStat(bytesOf(text))).toBeNull(),
  );
});
