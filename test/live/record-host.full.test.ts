import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseArchive } from '../../scripts/support/archive.ts';
import { stepsOf } from '../../scripts/support/recording.ts';
import { parseStat } from '../../src/measure/linux/stat.ts';
import { createRecordedHost } from '../support/fake-host.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const root = join(import.meta.dirname, '../..');
const recorder = [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'scripts/record-host.ts')];

it('records this machine in one archive that the tests can play', () => {
  const file = join(temporaryTree(), 'host.txtar');
  execFileSync(process.execPath, [...recorder, file, '--steps', '2', '--interval', '0.2'], { cwd: root });
  const archive = parseArchive(readFileSync(file), file);
  expect(archive.comment).toMatch(/^Linux \d.*recorded by scripts\/record-host\.ts every 0\.2 s\.\n$/);
  const [first = new Map(), second = new Map(), ...more] = stepsOf(archive);
  expect(more).toEqual([]);
  // Most of a machine stands still for a moment, and is written once.
  expect(archive.entries.length).toBeLessThan(1.7 * first.size);
  const host = createRecordedHost(first);
  const pid = String(process.pid);
  expect(host.list('/proc')).toEqual(expect.arrayContaining(['stat', 'self', pid]));
  const before = parseStat(host.read('/proc/stat'));
  host.useTree(second);
  const after = parseStat(host.read('/proc/stat'));
  expect(after.ctxt).toBeGreaterThan(before.ctxt ?? 0);
  expect(host.readText(`/proc/${pid}/comm`)).toBe(readFileSync('/proc/self/comm', 'utf8').trim());

  const again = spawnSync(process.execPath, [...recorder, file], { cwd: root, encoding: 'utf8' });
  expect(again.status).toBe(2);
  expect(again.stderr).toBe(`${file} exists; name a new file.\n`);
});
