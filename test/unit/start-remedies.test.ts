/** Starts that cannot work name the remedy in one sentence, without a stack trace. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'gander-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...argv: string[]): [number | null, string] => {
  const { status, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  return [status, stderr];
};

it('names the Node.js that `npm start` needs', () => {
  const preload = join(folder, 'older.cjs');
  writeFileSync(
    preload,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } });
     Object.defineProperty(process, 'version', { value: 'v18.20.4' });`,
  );
  expect(run('--require', preload, join(REPOSITORY, 'scripts/start.js'), '--version')).toEqual([
    1,
    'gander: Node.js 20.19 or newer is needed, and this is v18.20.4: install a newer one.\n',
  ]);
});

it('names the command that builds a clone', () => {
  cpSync(join(REPOSITORY, 'bin'), join(folder, 'bin'), { recursive: true });
  expect(run(join(folder, 'bin/gander'), '--version')).toEqual([
    1,
    'gander: dist/gander.cjs is missing, because this clone is not built. Run `npm ci && npm run build`, or `npm start`.\n',
  ]);
});
