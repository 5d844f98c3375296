/** Queues in which every batch counts. */
import { readdirSync, readFileSync, statSync, symlinkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { failAtEveryCall } from '../../../test/support/failing-disk.ts';
import { batch, drain, openQueue } from '../../../test/support/delivery-queue.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import type { Disk } from '../../core/files/disk.ts';
import type { QueueSetup } from './queue.ts';

async function open(setup: Partial<QueueSetup>) {
  const rig = await openQueue({ isDurable: true, ...setup });
  if (setup.disk === undefined) onTestFinished(rig.queue.close);
  return rig;
}
const filesIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.includes('.queue'));

it('a batch is in a file of its owner as soon as it is put, and gone as soon as it is done', async () => {
  const folder = join(temporaryTree(), 'state/notify-1/ops');
  const { queue, problems } = await open({ folder });
  await queue.put(batch('a'));
  const [name = ''] = filesIn(folder);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await queue.put(batch('b'));
  // Killed: nothing is closed.
  expect(await drain((await open({ folder })).queue)).toEqual(['a', 'b']);
  expect([filesIn(folder), problems]).toEqual([[], []]);
});

it('a batch survives a power cut as soon as it is put', async () => {
  const [disk, folder] = [createMemoryDisk(), '/state/q'];
  const { queue } = await open({ folder, disk });
  for (const text of ['a', 'b']) await queue.put(batch(text));
  for (const cut of [disk.afterPowerCut('early'), disk.afterPowerCut('late')])
    expect(await drain((await open({ folder, disk: cut })).queue)).toEqual(['a', 'b']);
});

it('a batch that is done is not sent again, although the agent is killed at once', async () => {
  const folder = join(temporaryTree(), 'q');
  const { queue } = await open({ folder });
  for (const text of ['a', 'b', 'c']) await queue.put(batch(text));
  for (let count = 0; count < 2; count += 1) await queue.remove((await queue.first()) ?? { sequence: 0 });
  expect(await drain((await open({ folder })).queue)).toEqual(['c']);
});

it('tries of earlier runs count', async () => {
  const folder = join(temporaryTree(), 'q');
  const { queue } = await open({ folder });
  for (const text of ['a', 'b']) await queue.put(batch(text));
  const first = await queue.first();
  expect(first?.attempts).toBe(0);
  for (const attempts of [1, 2]) expect(await queue.tried(first ?? { sequence: 0 })).toBe(attempts);
  const { queue: next } = await open({ folder });
  const again = await next.first();
  expect(again?.attempts).toBe(2);
  expect(await next.tried(again ?? { sequence: 0 })).toBe(3);
  await next.remove(again ?? { sequence: 0 });
  expect((await next.first())?.attempts).toBe(0);
});

it('holds what waited before or after a change, whatever fails', async () => {
  const folder = '/state/q';
  const first = createMemoryDisk();
  await (await open({ folder, disk: first })).queue.put(batch('a'));
  const outcomes = await failAtEveryCall(
    () => first.afterPowerCut('late'),
    async (disk) => {
      const { queue } = await open({ folder, disk });
      await queue.put(batch('b'));
      // An end without any close.
    },
    async ({ name, disk, cuts }) => {
      for (const found of [disk, ...cuts])
        expect([['a'], ['a', 'b']], name).toContainEqual(
          await drain((await open({ folder, disk: found })).queue),
        );
    },
  );
  expect(outcomes).toBeGreaterThan(10);
});

it('is written again once there is room, although nothing changes', async () => {
  const disk = createMemoryDisk();
  let isFull = false;
  const filling: Disk = {
    ...disk,
    open: async (...asked) => {
      if (isFull) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      return disk.open(...asked);
    },
  };
  const clock = createFakeClock();
  const solved: string[] = [];
  const folder = '/state/q';
  const { queue, problems } = await open({
    folder,
    disk: filling,
    clock,
    onSolved: (text) => void solved.push(text),
  });
  isFull = true;
  for (const text of ['a', 'b', 'c']) await queue.put(batch(text));
  await clock.advance(60_000);
  expect([problems, solved]).toEqual([
    [expect.stringMatching(/^cannot write to \/state\/q \(the disk is full/)],
    [],
  ]);
  isFull = false;
  await clock.advance(30_000);
  expect(solved).toEqual(['writes what waits to /state/q again']);
  expect(problems).toHaveLength(1);
  expect(await drain((await open({ folder, disk })).queue)).toEqual(['a', 'b', 'c']);
});

it('what cannot be read is copied, and the rest is sent', async () => {
  const folder = join(temporaryTree(), 'q');
  const { queue } = await open({ folder });
  for (const text of ['a', 'b', 'c']) await queue.put(batch(text));
  const path = join(folder, filesIn(folder)[0] ?? '');
  const bytes = readFileSync(path);
  const at = bytes.lastIndexOf('b');
  bytes[at] = 0;
  writeFileSync(path, bytes);
  const next = await open({ folder });
  expect(next.problems).toEqual([`cannot read all of ${path}: a copy is in ${path}.unreadable`]);
  await next.queue.put(batch('d'));
  expect(readFileSync(`${path}.unreadable`).equals(bytes)).toBe(true);
  expect(await drain(next.queue)).toEqual(['a', 'c', 'd']);
});

it('follows no link that somebody put in its way', async () => {
  const tree = temporaryTree({ victim: 'precious' });
  const folder = join(tree, 'q');
  mkdirSync(folder);
  symlinkSync(join(tree, 'victim'), join(folder, '0000000000000001.queue'));
  const { queue } = await open({ folder });
  await queue.put(batch('a'));
  expect(readFileSync(join(tree, 'victim'), 'utf8')).toBe('precious');
  expect(await drain(queue)).toEqual(['a']);
});
