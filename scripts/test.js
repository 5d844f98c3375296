/**
 * Everything CI runs, in a fresh clone or not: installs, builds, checks, suites. Prints the seconds of each stage and ends
 * with all failures, one line of what was skipped, and one line `N passed, N failed`. Arguments are passed to Vitest, and only the suites run.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, ensureBuilt, ensureInstalled } from './ensure.js';
import { runStage, timeStage } from './stages.js';
import { describeFailure, describeSkipped, outcome } from './test-report.js';

/** V8 spends a seventh of the CPU time of these programs on optimizing large functions that hardly run again. */
const NODE = [process.execPath, '--max-optimized-bytecode-size=2000'];
const bin = (script) => [...NODE, at('node_modules', script)];
const started = performance.now();
let passed = 0;
const failures = [];
/** What the stages printed. */
const output = [];

/** For temporary files of this run and all its programs, under any user; removed at the end. */
const scratch = mkdtempSync(join(tmpdir(), 'gander-tests-'));
chmodSync(scratch, 0o1777);
process.env.TMPDIR = scratch;
const removeScratch = () => rmSync(scratch, { recursive: true, force: true });
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    removeScratch();
    process.exit(1);
  });

/** Counts as one test: whether the program ends with 0. */
async function check(name, ...argv) {
  const { status, text } = await runStage(name, argv);
  output.push(text);
  if (status === 0) passed += 1;
  else failures.push({ suite: name });
}

/** Runs Vitest and counts its tests; errors outside all tests count as one failure. */
async function suites(name, args, wrapper = []) {
  const report = join(scratch, `${name.replaceAll(' ', '-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const argv = [...wrapper, ...bin('vitest/vitest.mjs'), 'run', ...reporters, ...args];
  const { status, text } = await runStage(name, argv);
  output.push(text);
  const done = existsSync(report)
    ? outcome(JSON.parse(readFileSync(report, 'utf8')), at())
    : { passed: 0, failures: [] };
  passed += done.passed;
  failures.push(...done.failures.map((failure) => ({ suite: name, ...failure })));
  if (status !== 0 && done.failures.length === 0)
    failures.push({ suite: name, lines: ['see its output above'] });
}

/** Types, lint, format, advisories. */
async function checks() {
  // One checker: several would each check shared code.
  await check('types', ...bin('typescript7/bin/tsc'), '-b', 'test/page', '--checkers', '1');
  // A tenth of its time was garbage collection.
  await check(
    'types of the page',
    ...bin('vue-tsc/bin/vue-tsc.js').toSpliced(1, 0, '--max-semi-space-size=64'),
    '-p',
    'web',
  );
  await Promise.all([
    check('lint', ...bin('oxlint/bin/oxlint'), '--deny-warnings'),
    check('lint of types', ...bin('oxlint/bin/oxlint'), '--type-aware', '-c', '.oxlintrc.types.json', 'src'),
    check('format', ...bin('oxfmt/bin/oxfmt'), '--check', '--threads', '1'),
    check('advisories', process.execPath, at('scripts/audit.js')),
  ]);
}

/** Packages of the operating system; suites skip tests without them. @param group packages of these tests; default: all */
async function packages(...group) {
  const name = ['packages of the operating system', ...group].join(', ');
  const { text } = await runStage(name, [...NODE, at('scripts/test-packages.js'), ...group]);
  output.push(text);
}

/** The suite in a browser. */
async function browse() {
  // Chromium aborts loading when network interfaces change, as in other suites.
  const wrapper = process.getuid?.() === 0 ? ['unshare', '--net'] : [];
  await suites('page suite', ['--project', 'page'], wrapper);
}

ensureInstalled({ withTests: true });
const given = process.argv.slice(2);
const modulePackages = packages('modules');
const allPackages = modulePackages.then(() => packages());
await timeStage('build', ensureBuilt);
if (given.length > 0) {
  await allPackages;
  await suites('suites', given);
} else {
  // Two phases: with many more programs than cores, time limits of seconds pass.
  await modulePackages;
  const checked = checks();
  await Promise.all([allPackages, suites('unit, contract and golden suites', ['--project', 'unit'])]);
  await Promise.all([browse(), suites('live and peers suites', ['--project', 'live'])]);
  await checked;
  await suites('timed suite', ['--project', 'timed']);
}
if (process.env.TEST_FULL !== '1') output.push('skipped: files *.full.test.ts (npm run test:full)');
removeScratch();
console.log(`\n${Math.round((performance.now() - started) / 1000)} s`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map(describeFailure).join('\n')}\n`);
const skipped = describeSkipped(output.join('\n'));
if (skipped !== null) console.log(skipped);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
