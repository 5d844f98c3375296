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

it('sessions: what was saved is kept, logouts too', async () => {
  const account = { user: 'eve', hash: 'h', edition: 'e' };
  /** Sessions that a client knows to have begun, or to have ended. */
  let known: { begun: number; isEnded: boolean } = { begun: 0, isEnded: false };
  const work = async (disk: Disk): Promise<void> => {
    known = { begun: 0, isEnded: false };
    let isGood = true;
    const report = (_path: string, problem: string | null): void => void (isGood = problem === null);
    const sessions = createSessions({
      path: PATH,
      days: 1,
      clock: createFakeClock(0),
      disk,
      problems: { report },
    });
    const secrets: string[] = [];
    for (let begun = 1; begun <= 2; begun += 1) {
      secrets.push(sessions.begin(account));
      await sessions.saved();
      if (isGood) known.begun = begun;
    }
    expect(sessions.check(secrets[0] ?? '', () => account)).not.toBeNull();
    sessions.end(secrets[1] ?? '');
    await sessions.saved();
    known.isEnded = isGood;
  };
  await failAtEveryCall(createMemoryDisk, work, ({ name, error, disk }) => {
    expect(error, name).toBeNull();
    const count = (jsonIn(disk) as { sessions: unknown[] } | null)?.sessions.length ?? 0;
    if (known.isEnded) expect(count, name).toBe(1);
    else expect(count, name).toBeGreaterThanOrEqual(Math.min(known.begun, 1));
  });
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
