/**
 * Everything CI runs, in a fresh clone or not: installs, builds, checks, suites. Ends with one line
 * `N passed, N failed` over all of them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled } from './ensure.js';
import { ensureTestPackages } from './test-packages.js';

const root = join(import.meta.dirname, '..');
const bin = (name) => join(root, 'node_modules/.bin', name);
let passed = 0;
let failed = 0;

/** Runs a program and says what it said, together; counts whether it ended well. */
function check(name, command, ...args) {
  return new Promise((resolve) => {
    const program = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => said.push(text));
    program.on('close', (status) => {
      console.log(`\n== ${name}\n${Buffer.concat(said).toString().trim()}`);
      if (status === 0) passed += 1;
      else {
        failed += 1;
        console.log(`${name} failed`);
      }
      resolve();
    });
  });
}

/** Runs the suites and counts their tests; a suite that could not even be loaded counts as one failure. */
function suites() {
  console.log('\n== suites');
  const report = join(tmpdir(), `gander-tests-${process.pid}.json`);
  const { status: ended } = spawnSync(
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)],
    { cwd: root, stdio: 'inherit' },
  );
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
  if (ended !== 0 && numFailedTests + unloaded.length === 0) failed += 1;
}

ensureInstalled();
ensureTestPackages();
// Two at a time: none of them uses more than one core for long.
await Promise.all([
  check('types', bin('tsc'), '-p', 'tsconfig.json').then(() =>
    check('lint', bin('oxlint'), '--deny-warnings'),
  ),
  check('types of the page', bin('vue-tsc'), '-p', 'web/tsconfig.json')
    .then(() => check('format', bin('oxfmt'), '--check'))
    .then(() => check('docs', bin('tsx'), 'scripts/docs.ts', '--check')),
]);
ensureBuilt();
suites();
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
