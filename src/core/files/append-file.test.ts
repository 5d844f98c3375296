import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFailingDisk, failAtEveryCall } from '../../../test/support/failing-disk.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { openAppendFile } from './append-file.ts';
import type { Disk } from './disk.ts';

const PATH = '/state/log';
const RECORDS = ['one,', 'two,', 'three,', 'four,'];

/** Appends and syncs record by record with retries, as callers do; returns the acknowledged ones. */
async function appendAll(disk: Disk, acknowledged: string[]): Promise<void> {
  const file = await openAppendFile(PATH, { disk });
  for (const record of RECORDS) {
    for (let attempts = 0; attempts < 3 && acknowledged.at(-1) !== record; attempts += 1) {
      try {
        await file.append(Buffer.from(record));
        await file.sync();
        acknowledged.push(record);
      } catch {
        // Retried.
      }
    }
  }
  await file.close();
}

describe('openAppendFile', () => {
  it.each<[string, Record<string, string>]>([
    ['a file', { [PATH]: 'zero,' }],
    ['no file', {}],
  ])('loses nothing that was synced to %s, and repeats nothing, whatever fails', async (_, files) => {
    const old = files[PATH] ?? '';
    let acknowledged: string[] = [];
    await failAtEveryCall(
      () => createMemoryDisk(files),
      (disk) => {
        acknowledged = [];
        return appendAll(disk, acknowledged);
      },
      ({ name, fault, disk, cuts }) => {
        const sure = `${old}${acknowledged.join('')}`;
        const all = `${old}${RECORDS.join('')}`;
        for (const found of [disk, ...cuts]) {
          const text = found.contents()[PATH] ?? '';
          expect(text.startsWith(sure), `${name}: ${text}`).toBe(true);
          // A part of the next record may follow if the process ended.
          expect(all.startsWith(text), `${name}: ${text}`).toBe(true);
        }
        // One fault costs one attempt.
        if (fault === 'EIO' && !/open|mkdir|stat|sync \/(state)?$|close/.test(name))
          expect(sure, name).toBe(all);
      },
    );
  });

  it('cuts off what a write that failed had left, also when the first try to do so fails', async () => {
    const disk = createMemoryDisk({ [PATH]: '' });
    const counted = createFailingDisk(disk);
    const file = await openAppendFile(PATH, {
      disk: {
        ...counted,
        async open(...asked) {
          const opened = await counted.open(...asked);
          let writes = 0;
          let cuts = 0;
          return {
            ...opened,
            async write(bytes, offset, length, position) {
              writes += 1;
              if (writes === 2) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
              return opened.write(bytes, offset, writes === 1 ? 3 : length, position);
            },
            async truncate(size) {
              cuts += 1;
              if (cuts === 1) throw Object.assign(new Error('no'), { code: 'EIO' });
              return opened.truncate(size);
            },
          };
        },
      },
    });
    await expect(file.append(Buffer.from('first'))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(disk.contents()[PATH]).toBe('fir');
    await file.append(Buffer.from('2.'));
    expect([disk.contents()[PATH], file.size]).toEqual(['2.', 2]);
  });

  it('cuts a file to the bytes that its reader found good', async () => {
    const path = `${temporaryTree()}/new/log`;
    const first = await openAppendFile(path);
    await first.append(Buffer.from('good,ba'));
    await first.close();
    const second = await openAppendFile(path, { size: 5 });
    await second.append(Buffer.from('more'));
    await second.sync();
    await second.close();
    expect(readFileSync(path, 'utf8')).toBe('good,more');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
