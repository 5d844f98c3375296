/**
 * Everything CI runs, in a fresh clone or not: installs, builds, checks, suites. Ends with one line
 * `N passed, N failed` over all of them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled } from './ensure.js';
import { ensureTestPackages } from './test-packages.js';

const root = join(import.meta.dirname, '..');
const bin = (name) => join(root, 'node_modules/.bin', name);
let passed = 0;
let failed = 0;

/** Runs a program with its output on ours; true when it ended well. */
function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

function check(name, command, args) {
  console.log(`\n== ${name}`);
  if (run(command, args)) passed += 1;
  else {
    failed += 1;
    console.log(`${name} failed`);
  }
}

/** Runs the suites and counts their tests; a suite that could not even be loaded counts as one failure. */
function suites() {
  console.log('\n== suites');
  const report = join(tmpdir(), `gander-tests-${process.pid}.json`);
  const ended = run(bin('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ]);
  if (!existsSync(report)) {
    failed += 1;
    return;
  }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(report);
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  passed += numPassedTests;
  failed += numFailedTests + unloaded.length;
  if (!ended && numFailedTests + unloaded.length === 0) failed += 1;
}

ensureInstalled();
ensureTestPackages();
check('types', bin('tsc'), ['-p', 'tsconfig.json']);
check('types of the page', bin('vue-tsc'), ['-p', 'web/tsconfig.json']);
check('lint', bin('oxlint'), ['--deny-warnings']);
check('format', bin('oxfmt'), ['--check']);
check('docs', bin('tsx'), ['scripts/docs.ts', '--check']);
ensureBuilt();
suites();
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
