/** Files of a queue that are damaged, foreign, or cannot be written. */
import { appendFileSync, chmodSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeBad } from '../../../test/support/bad-files.ts';
import { batch, drain, HOUR, openQueue as open, START } from '../../../test/support/delivery-queue.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { type Disk, nodeDisk } from '../../core/files/disk.ts';

/** The only file of a closed queue of two batches. */
async function closedQueue() {
  const folder = `${temporaryTree()}/q`;
  const { queue } = await open({ folder });
  await queue.park();
  for (const text of ['aaaa', 'bbbb']) await queue.put(batch(text));
  await queue.close();
  const path = `${folder}/${readdirSync(folder).find((name) => name.endsWith('.queue'))}`;
  const bytes = readFileSync(path);
  return { folder, path, bytes };
}

it.each(['torn', 'damaged'])('reads what is whole of a %s file', async (kind) => {
  const { folder, path, bytes } = await closedQueue();
  if (kind === 'torn') writeFileSync(path, bytes.subarray(0, bytes.length - 2));
  else writeFileSync(path, Buffer.concat([bytes.subarray(0, bytes.length - 2), Buffer.from('xx')]));
  const again = await open({ folder });
  await again.queue.put(batch('c'));
  expect(await drain(again.queue)).toEqual(['aaaa', 'c']);
});

it('goes on in memory where it cannot write, and says so once', async () => {
  const folder = temporaryTree({ q: 'a file' });
  const { queue, problems } = await open({ folder: `${folder}/q` });
  await queue.put(batch('a'));
  await queue.park();
  await queue.put(batch('b'));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/cannot write to .*\/q \(.*\): what waits is kept in memory, 8 MiB at most/);
  expect(queue.state().problem).toBe(problems[0]);
  expect(await drain(queue)).toEqual(['a', 'b']);
});

it('reads no more of a file than there is, whatever its lengths say', async () => {
  const { folder, path, bytes } = await closedQueue();
  bytes.writeUInt32LE(0xffff_ff00, bytes.length / 2 + 8);
  writeFileSync(path, bytes);
  truncateSync(path, 8 * 1024 ** 3);
  expect(await drain((await open({ folder })).queue)).toEqual(['aaaa']);
});

it('survives files that are not its own', async () => {
  const folder = temporaryTree({
    'notes.txt': 'x',
    '0000000000000001.queue': 'garbage',
    'position.json': '{',
  });
  const { queue, problems } = await open({ folder });
  expect(await queue.first()).toBeNull();
  expect(problems).toEqual([
    expect.stringMatching(
      /^cannot read .*\/position\.json, which is kept as .*: values that were sent may be/,
    ),
    expect.stringMatching(/^cannot read all of .*0000000000000001\.queue, and skips what is damaged$/),
  ]);
  appendFileSync(`${folder}/notes.txt`, 'y');
  chmodSync(folder, 0o700);
  await queue.park();
  await queue.put(batch('a'));
  expect(await drain(queue)).toEqual(['a']);
});

it.each(['its position', 'a file', 'the folder'])('loses nothing while %s cannot be read', async (what) => {
  const { folder, path } = await closedQueue();
  const refused = { 'its position': `${folder}/position.json`, 'a file': path, 'the folder': folder }[what];
  let isRefused = true;
  const orRefuse = (asked: string): void => {
    if (isRefused && asked === refused)
      throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  };
  const disk: Disk = {
    ...nodeDisk,
    open: async (...args) => (orRefuse(args[0]), nodeDisk.open(...args)),
    readdir: async (asked) => (orRefuse(asked), nodeDisk.readdir(asked)),
  };
  const { queue, problems } = await open({ folder, disk });
  await queue.park();
  for (const text of ['c', 'd']) await queue.put(batch(text));
  expect(queue.state().problem).toMatch(
    /^cannot read .*no permission.*: it stays as it is, and new values are kept in memory/,
  );
  expect(problems).toHaveLength(1);
  await queue.remove((await queue.first()) ?? { sequence: 0 });
  isRefused = false;
  await queue.put(batch('e'));
  expect(queue.state().problem).toBeNull();
  await queue.close();
  expect(await drain((await open({ folder })).queue)).toEqual(['aaaa', 'bbbb', 'd', 'e']);
});

it('waits for a descriptor to read what waits', async () => {
  const { folder, path } = await closedQueue();
  let isShort = false;
  const disk: Disk = {
    ...nodeDisk,
    async open(...args) {
      if (isShort && args[0] === path)
        throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
      return nodeDisk.open(...args);
    },
  };
  const { queue } = await open({ folder, disk });
  isShort = true;
  expect(await queue.first()).toBeNull();
  isShort = false;
  expect(await drain(queue)).toEqual(['aaaa', 'bbbb']);
  expect(queue.state().dropped.full).toBe(0);
});

it('drops nothing as too old by a clock that was set while no agent ran', async () => {
  const folder = `${temporaryTree()}/q`;
  const clock = createFakeClock(START);
  const { queue } = await open({ folder, clock });
  await queue.put(batch('a'));
  await queue.close();
  clock.step(3650 * 24 * HOUR);
  expect(await drain((await open({ folder, clock })).queue)).toEqual(['a']);
});

it.each(['a folder', 'a pipe', 'a loop of links'])('sets %s in the place of its files aside', async (way) => {
  const { folder, path } = await closedQueue();
  for (const name of [`${folder}/position.json`, `${folder}/0000000000000009.queue`]) makeBad(way, name, '');
  const { queue, problems } = await open({ folder });
  await queue.put(batch('c'));
  expect(await drain(queue)).toEqual(['aaaa', 'bbbb', 'c']);
  await queue.close();
  expect(problems).toEqual([
    expect.stringContaining(`cannot read ${folder}/position.json, which is kept as `),
    expect.stringContaining(`cannot read ${folder}/0000000000000009.queue (`),
  ]);
  const names = readdirSync(folder).filter((name) => name.includes('.unreadable-'));
  expect([names.length, path.startsWith(folder)]).toEqual([2, true]);
});
