/** Locks between machines and containers, which cannot see each other's processes. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { NOON, openRig } from '../../../test/support/archive-rig.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createZombie } from '../../../test/support/zombie.ts';
import { nodeDisk } from '../../core/files/disk.ts';
import { type Holder, kernelProcesses, type Lock, type LockProcesses, takeLock } from './lock.ts';
import { silentByDate, watchSilence } from './silence.ts';

const FOLDER = '/state/archive';
const MINUTE = 60_000;

const processOf = (
  world: string,
  host: string,
  startOf: LockProcesses['startOf'] = () => null,
): LockProcesses => ({
  self: (port) => ({ pid: 7, started: '1', world, host, port }),
  startOf,
});

/** Whether another process gets the lock, some minutes after the holder has written for the last time. */
async function isTaken(holder: LockProcesses, other: LockProcesses, minutes: number): Promise<boolean> {
  const disk = createMemoryDisk();
  await disk.mkdir(FOLDER);
  const clock = createFakeClock();
  const isSilent = watchSilence(clock);
  await takeLock(disk, FOLDER, { processes: holder, port: 1, isSilent });
  const isFree = async () =>
    !('heldBy' in (await takeLock(disk, FOLDER, { processes: other, port: 2, isSilent })));
  const atOnce = await isFree();
  clock.skip(minutes * MINUTE);
  return atOnce || (await isFree());
}

it.each([
  ['of another machine that writes', processOf('b1 pid:1', 'near'), processOf('b2 pid:1', 'far'), 1, false],
  ['of another machine that is still', processOf('b1 pid:1', 'near'), processOf('b2 pid:1', 'far'), 4, true],
  ['of the last boot', processOf('b1 pid:1', 'near'), processOf('b2 pid:1', 'near'), 1, true],
  ['of another container that writes', processOf('b pid:1', 'a'), processOf('b pid:2', 'b'), 1, false],
  ['of another container that is still', processOf('b pid:1', 'a'), processOf('b pid:2', 'b'), 4, true],
  ['of a process that has ended', processOf('b pid:1', 'a'), processOf('b pid:1', 'a'), 1, true],
  ['of one that runs', processOf('b pid:1', 'a'), processOf('b pid:1', 'a', () => '1'), 60, false],
  ['of one with the same number', processOf('b pid:1', 'a'), processOf('b pid:1', 'a', () => '2'), 1, true],
])('a lock %s', async (_, holder, other, minutes, expected) => {
  expect(await isTaken(holder, other, minutes)).toBe(expected);
});

it('a suspended agent waits for the one that has taken its lock meanwhile, and takes it again after that one', async () => {
  const disk = createMemoryDisk();
  const [near, far] = [processOf('b1 pid:1', 'near'), processOf('b2 pid:1', 'far')];
  const first = await openRig({ disk, processes: near });
  await first.sample(60, () => ({ total: 1 }));
  const second = await openRig({ disk, processes: far, port: 61_300 });
  // A clock that was set is no silence.
  second.clock.step(60 * MINUTE);
  await second.archive.flush();
  expect(second.archive.status.state).toBe('waiting');
  await second.sample(180, () => ({ total: 2 }));
  expect(second.archive.status.state).toBe('ok');
  await first.archive.flush();
  expect(first.archive.status).toEqual({
    state: 'waiting',
    reason: expect.stringMatching(/^another agent \(process 7 on far, port 61300\) has \/state/) as string,
  });
  // It writes nothing and does not change the lock.
  await first.archive.stop();
  await second.sample(60, () => ({ total: 2 }));
  expect(second.archive.status.state).toBe('ok');
  await second.archive.stop();
  expect((await openRig({ disk, processes: near, start: NOON })).archive.status.state).toBe('ok');
});

const near: LockProcesses = kernelProcesses;
/** As another container of this machine sees itself. */
const elsewhere: LockProcesses = {
  ...kernelProcesses,
  self: (port) => ({
    ...near.self(port),
    pid: 1,
    world: near.self(port).world.replace('pid:', 'pid:9'),
    host: 'b',
  }),
};

async function take(folder: string, processes: LockProcesses): Promise<Lock> {
  const lock = await takeLock(nodeDisk, folder, { processes, port: 1, isSilent: silentByDate });
  if ('heldBy' in lock) throw new Error(`held by ${lock.heldBy.pid}`);
  return lock;
}

it('passes at once from a container that has ended, and not from one that runs', async () => {
  const folder = join(temporaryTree(), 'x'.repeat(120));
  mkdirSync(folder);
  const holder = await take(folder, near);
  await expect(take(folder, elsewhere)).rejects.toThrow(`held by ${process.pid}`);
  const content = JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')) as Holder;
  // As after SIGKILL: the socket stays, without a listener.
  renameSync(join(folder, content.socket ?? ''), join(folder, 'aside'));
  const next = await take(folder, elsewhere);
  expect([await holder.isHeld(), await next.isHeld(), await next.renew()]).toEqual([false, true, true]);
  await holder.release();
  expect(await next.isHeld()).toBe(true);
  await next.release();
  expect(readdirSync(folder)).toEqual(['aside']);
});

it('of a folder that was replaced by its copy is not held, and is taken again', async () => {
  const folder = join(temporaryTree(), 'state');
  mkdirSync(folder);
  const lock = await take(folder, near);
  renameSync(folder, `${folder}-old`);
  mkdirSync(folder);
  cpSync(`${folder}-old/lock`, join(folder, 'lock'));
  expect([await lock.isHeld(), await lock.renew()]).toEqual([false, false]);
  expect(await (await take(folder, near)).isHeld()).toBe(true);
});

it('does not take a process that has ended for its holder, although nobody has waited for it', async () => {
  const { pid, remove } = await createZombie();
  onTestFinished(remove);
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  expect(kernelProcesses.startOf(pid)).toBe(null);
  expect(kernelProcesses.startOf(process.pid)).not.toBe(null);
});
