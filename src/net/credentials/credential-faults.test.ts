/** Files of credentials, killed or failing at every disk call: the old content or the new one, and the agent goes on. */
import { expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { failAtEveryCall } from '../../../test/support/failing-disk.ts';
import { createMemoryDisk, type MemoryDisk } from '../../../test/support/memory-disk.ts';
import type { Disk } from '../../core/files/disk.ts';
import { createKeyUses, parseUses } from './key-uses.ts';
import { writePrivateFile } from './private-file.ts';
import { createSessions } from './sessions.ts';

const PATH = '/state/file.json';
const problems = { report: () => {} };
/** Saves run in the background, and a disk in memory needs no time. */
const saved = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const jsonIn = (disk: MemoryDisk): unknown =>
  disk.contents()[PATH] === undefined ? null : JSON.parse(disk.bytesOf(PATH).toString());

it('sessions', async () => {
  const account = { user: 'eve', hash: 'h', edition: 'e' };
  const work = async (disk: Disk): Promise<void> => {
    const sessions = createSessions({ path: PATH, days: 1, clock: createFakeClock(0), disk, problems });
    const secret = sessions.begin(account);
    await saved();
    sessions.begin(account);
    await saved();
    expect(sessions.check(secret, () => account)).not.toBeNull();
  };
  const counts = new Set<unknown>();
  await failAtEveryCall(createMemoryDisk, work, ({ name, fault, error, disk }) => {
    expect(error, name).toBeNull();
    const kept = jsonIn(disk) as { sessions: unknown[] } | null;
    counts.add(kept?.sessions.length ?? 0);
    // Of calls that fail, the second save mends the first.
    if (fault === 'EIO' || fault === 'ENOSPC') expect(kept?.sessions.length, name).toBeGreaterThan(0);
  });
  expect([...counts].sort()).toEqual([0, 1, 2]);
});

it('last uses of keys', async () => {
  const work = async (disk: Disk): Promise<void> => {
    const uses = createKeyUses(PATH, problems, disk);
    uses.note('one', 1_000_000);
    await saved();
    uses.note('two', 2_000_000);
    await saved();
  };
  await failAtEveryCall(createMemoryDisk, work, ({ name, error, disk }) => {
    expect(error, name).toBeNull();
    const content = disk.contents()[PATH];
    if (content !== undefined) expect(parseUses(content).problems, name).toEqual([]);
  });
});

it('API keys, users and passwords', async () => {
  const [before, after] = ['{"keys":["before"]}', '{"keys":["before","after"]}'];
  const makeDisk = () => createMemoryDisk({ [PATH]: before });
  await failAtEveryCall(
    makeDisk,
    (disk) => writePrivateFile(PATH, after, disk),
    ({ name, error, disk, cuts }) => {
      const found = disk.contents()[PATH];
      expect([before, after], name).toContain(found);
      if (error === null) expect(found, name).toBe(after);
      for (const cut of cuts) expect([before, after], name).toContain(cut.contents()[PATH]);
    },
  );
});
