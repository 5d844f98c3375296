/** Obstacles in place of an archive's folder, on a real disk. */
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NOON, openRig } from '../../../test/support/archive-rig.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { nodeDisk } from '../../core/files/disk.ts';

const open = (path: string) => openRig({ disk: nodeDisk, path });

it('makes the folder, for its owner alone', async () => {
  const path = join(temporaryTree(), 'a/b/archive');
  const rig = await open(path);
  await rig.sample(60, () => ({ total: 1 }));
  await rig.archive.stop();
  expect(readdirSync(path)).toEqual([`head-20261122T12.log`]);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(path, 'head-20261122T12.log')).mode & 0o777).toBe(0o600);
});

it('says why when a file lies there', async () => {
  const path = join(temporaryTree(), 'archive');
  writeFileSync(path, '');
  const { archive, marks } = await open(path);
  expect(archive.status).toEqual({
    state: 'failing',
    reason: expect.stringContaining(`${path} cannot be written`) as string,
  });
  expect(marks).toEqual([expect.stringMatching(/^paused .* cannot be written/)]);
  await archive.stop();
});

it('follows no link in the place of the folder, and says what to do', async () => {
  const tree = temporaryTree();
  const [path, elsewhere] = [join(tree, 'archive'), join(tree, 'elsewhere')];
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, path);
  const rig = await open(path);
  await rig.sample(60, () => ({ total: 1 }));
  expect(rig.archive.status).toEqual({
    state: 'failing',
    reason: `${path} cannot be written: it is a symbolic link, set folder= in [archive] to the folder that it leads to`,
  });
  await rig.archive.stop();
  expect(readdirSync(elsewhere)).toEqual([]);
});

it('writes through no link in the place of a log', async () => {
  const folder = temporaryTree();
  const path = join(folder, 'archive');
  mkdirSync(path);
  writeFileSync(join(folder, 'precious'), 'as it was');
  symlinkSync(join(folder, 'precious'), join(path, 'head-20261122T12.log'));
  const rig = await open(path);
  await rig.sample(60, () => ({ total: 1 }));
  expect(rig.archive.status.state).toBe('ok');
  expect(rig.archive.notice).toBe(
    'head-20261122T12.log cannot be read: a symbolic link, or a loop of links, is in its place.',
  );
  await rig.archive.stop();
  expect(readdirSync(path)).toContain('head-20261122T12.1.log');
  expect(statSync(join(folder, 'precious')).size).toBe('as it was'.length);
});

it('opens hundreds of files, whatever is in them', async () => {
  const path = join(temporaryTree(), 'archive');
  mkdirSync(path);
  for (let hour = 0; hour < 300; hour += 1) {
    const text = new Date(NOON - (hour + 5000) * 3_600_000).toISOString();
    writeFileSync(join(path, `hour-${text.slice(0, 13).replaceAll('-', '')}.gar`), 'nothing of ours');
  }
  const rig = await open(path);
  expect(rig.archive.status.state).toBe('ok');
  await rig.sample(60, () => ({ total: 1 }));
  const { max } = await rig.read('cpu/total', { from: NOON, to: NOON + 60_000, step: 60_000 });
  expect(max).toEqual([1]);
  await rig.archive.stop();
});
