import { expect, it } from 'vitest';
import { failAtEveryCall } from '../../../test/support/failing-disk.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import type { Disk } from '../../core/files/disk.ts';
import { createQueue, type Queue } from './queue.ts';

const CLOCK = createFakeClock();
const open = async (disk: Disk, isDiskLow?: () => Promise<boolean>): Promise<Queue> => {
  const queue = createQueue({
    folder: '/state/x',
    disk,
    mostBytes: 1e6,
    maxAgeMs: 1e9,
    clock: CLOCK,
    onProblem: () => {},
    ...(isDiskLow !== undefined && { isDiskLow }),
  });
  await queue.load();
  return queue;
};

/** A target that accepts one of five batches and then none, until the agent ends. */
async function work(disk: Disk): Promise<void> {
  const queue = await open(disk);
  const put = (text: string) =>
    queue.put({ bytes: Buffer.from(text.padEnd(3000, '.')), samples: 1, time: CLOCK.now() });
  for (const text of ['a', 'b']) await put(text);
  const first = await queue.first();
  if (first !== null) await queue.remove(first);
  await queue.park();
  for (const text of ['c', 'd', 'e']) await put(text);
  await queue.close();
}

/** First letters of the batches that the next process finds. */
async function found(disk: Disk): Promise<string> {
  const queue = await open(disk);
  let letters = '';
  for (let batch = await queue.first(); batch !== null; batch = await queue.first()) {
    letters += Buffer.from(batch.bytes).toString()[0];
    await queue.remove(batch);
  }
  return letters;
}

it('a disk that fails loses nothing that there is room for, doubles nothing, and stops nobody', async () => {
  const outcomes = await failAtEveryCall(
    createMemoryDisk,
    work,
    async ({ name, fault, error, disk, cuts }) => {
      expect(error, name).toBeNull();
      const letters = await found(disk);
      // Batches in memory end with the process that could not write them.
      if (fault === 'end' || fault === 'full')
        expect('bcde'.startsWith(letters), `${letters}: ${name}`).toBe(true);
      else expect(letters, name).toBe('bcde');
      for (const cut of cuts) expect('bcde'.startsWith(await found(cut)), name).toBe(true);
    },
  );
  expect(outcomes).toBeGreaterThan(50);
});

it('a disk that fails while it is emptied stops nobody', async () => {
  const filled = createMemoryDisk();
  await work(filled);
  await failAtEveryCall(
    async () => filled.afterPowerCut('late'),
    async (disk) => void (await found(disk)),
    async ({ name, error, disk }) => {
      expect(error, name).toBeNull();
      expect('bcde'.endsWith(await found(disk)), name).toBe(true);
    },
  );
});

it('says that memory holds what a full disk does not take', async () => {
  const memory = createMemoryDisk();
  const write = () => Promise.reject(new Error('ENOSPC: no space left on device'));
  const disk: Disk = { ...memory, open: async (...args) => ({ ...(await memory.open(...args)), write }) };
  const queue = await open(disk, async () => true);
  await queue.park();
  await queue.put({ bytes: Buffer.from('a'), samples: 1, time: CLOCK.now() });
  expect(queue.state()).toMatchObject({
    batches: 1,
    dropped: { full: 0 },
    problem: expect.stringMatching(/^cannot write to .*the disk is full.* is kept in memory/) as string,
  });
});
