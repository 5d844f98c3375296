/** Follows CONTRIBUTING.md to the letter in a copy of the project and checks the promised results. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInThisRun } from '../support/full-run.ts';
import { blocksIn, copyChanged, copyProject, follow } from '../support/recipes.ts';
import { parseTestCase } from '../support/test-case.ts';

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const blocks = blocksIn(guide);
const made = blocks.filter(({ language }) => language === 'ts').map(({ path }) => path);
const touched = [...new Set(blocks.map(({ path }) => path))].filter((path) => /\.(ts|vue)$/.test(path));
/** Runs in the copy: tests added or changed by recipes, and fast ones that cover everything. */
const TESTS = [
  ...blocks.map(({ path }) => path).filter((path) => path.endsWith('.test.ts')),
  'test/unit/architecture.test.ts',
  // In the mode in which they write.
  'test/golden/testcases.test.ts',
  'test/golden/hosts.test.ts',
];
/** Golden tests of other plugins and larger machines add nothing here. */
const NAMES = '^(?!(?!entropy )[a-z]+ .*\\.txtar$|recorded machines (?!small-vm))';

const copy = mkdtempSync(join(tmpdir(), 'gander-recipes-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));
const read = (path: string): string => readFileSync(join(copy, path), 'utf8');

/** Runs a program of a package in the copy; its output is the reason of a failure. */
async function run(script: string, ...args: string[]): Promise<void> {
  const { GOLDEN_UPDATE: _, VITEST: __, ...env } = process.env;
  const command = [join(root, 'node_modules', script), ...args];
  await promisify(execFile)(process.execPath, command, {
    cwd: copy,
    env: { ...env, GOLDEN_UPDATE: '1', NO_COLOR: '1' },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string; stderr: string }) => expect.fail(`${error.stdout}\n${error.stderr}`));
}

const isLong = isInThisRun('types, tests and documentation of the recipes');

it('wires a feature by at most three lines outside its folder', () => {
  const [, feature = ''] = /^### A feature\n([\s\S]*?)^### /m.exec(guide) ?? [];
  const outside = blocksIn(feature).filter(({ path }) => !path.startsWith('src/api/motto/'));
  const code = outside.filter(({ path }) => path.endsWith('.ts'));
  const added = code.flatMap(({ text }) => text.split('\n').filter((line) => line.startsWith('+')));
  expect(added).toHaveLength(3);
  expect(outside.every(({ language }) => language === 'diff')).toBe(true);
});

describe('the recipes', () => {
  beforeAll(() => {
    if (isLong) copyProject(root, copy);
    else copyChanged(root, copy, blocks);
    for (const block of blocks) follow(block, copy);
  }, 60_000);

  it('bring files, changes and tests', () => {
    expect(made.length).toBeGreaterThan(5);
    expect(blocks.length).toBeGreaterThan(15);
  });

  it.runIf(isLong)('compile', { timeout: 120_000 }, async () => {
    const include = made.filter((path) => path.startsWith('src/') && !path.endsWith('.test.ts'));
    writeFileSync(
      join(copy, 'tsconfig.recipes.json'),
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: {
          composite: false,
          emitDeclarationOnly: false,
          noEmit: true,
          tsBuildInfoFile: null,
        },
        include,
      }),
    );
    await run('typescript7/bin/tsc', '-p', 'tsconfig.recipes.json');
  });

  it.runIf(isLong)('keep to format and lint', { timeout: 120_000 }, async () => {
    await run('oxfmt/bin/oxfmt', '--check', ...touched);
    await run('oxlint/bin/oxlint', '--deny-warnings', ...touched);
  });

  it.runIf(isLong)(
    'pass the tests that they bring, and write golden files',
    { timeout: 120_000 },
    async () => {
      // One process for all: each process would load all modules of the copy.
      const test = {
        include: TESTS,
        testNamePattern: NAMES,
        isolate: false,
        maxWorkers: 1,
        testTimeout: 60_000,
      };
      writeFileSync(join(copy, 'vitest.config.ts'), `export default { test: ${JSON.stringify(test)} };`);
      await run('vitest/vitest.mjs', 'run');
      const steps = (name: string): unknown[] => {
        const path = `src/measure/plugins/entropy/testcases/${name}.txtar`;
        return parseTestCase(Buffer.from(read(path)), path).expected;
      };
      expect(steps('used-up')).toEqual([
        { available: 256, poolsize: 4096 },
        { available: 12, poolsize: 4096 },
      ]);
      expect(steps('without-size')).toEqual([{ available: 256 }]);
      const { states } = JSON.parse(read('test/golden/hosts/small-vm.json')) as { states: object[] };
      expect(states).toContainEqual({
        name: 'entropy',
        state: 'unsupported',
        reason: expect.stringContaining('/proc/sys/kernel/random/entropy_avail does not exist') as string,
      });
    },
  );

  it.runIf(isLong)('are in the documentation', { timeout: 120_000 }, async () => {
    await run('tsx/dist/cli.mjs', 'scripts/docs.ts');
    expect(read('docs/plugins.md')).toContain('Random bits the kernel can hold.');
    expect(read('docs/command-line.md')).toContain('--hide-poolsize');
    expect(read('examples/gander.conf')).toContain('show_poolsize');
    expect(read('docs/routes.md')).toContain(
      '| GET | `/api/run` | viewer | Which run of the program answers |',
    );
    const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: Record<string, unknown> };
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/4/entropy', '/api/run', '/api/motto']));
    expect(read('examples/gander.conf')).toContain('[motto]');
    expect(read('man/gander.1')).toContain('gander motto');
  });
});

it('names scripts and files that there are', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const named = [...guide.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});
