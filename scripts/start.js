/**
 * Runs the agent from a checkout: installs packages and builds what is missing or old, then starts in this process.
 * Needs nothing but Node.js and npm. `npm start -- --fetch`; without a mode it serves. `--watch` rebuilds and restarts.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...path) => join(root, ...path);
const MODULES = at('node_modules');
const INSTALLED = at('node_modules', '.package-lock.json');
const LOCK = at('package-lock.json');
const TSC = at('node_modules', 'typescript', 'bin', 'tsc');
/** Written after each complete build. */
const STAMP = at('dist', '.built');
const BUILD = ['-p', at('tsconfig.build.json')];

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** True when every package of the lock file is there in its version; optional ones may be missing. */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  if (timeOf(INSTALLED) >= timeOf(LOCK)) return true;
  const installed = JSON.parse(readFileSync(INSTALLED, 'utf8')).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(LOCK, 'utf8')).packages);
  return wanted.every(
    ([path, { version, optional }]) =>
      path === '' || (installed[path] ? installed[path].version === version : optional === true),
  );
}

/** Newest change below a folder, or of a file. */
function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const isBuilt = () =>
  !existsSync(at('src')) ||
  timeOf(STAMP) >
    Math.max(
      ...['src', 'package.json', 'tsconfig.json', 'tsconfig.build.json'].map((name) => newest(at(name))),
    );

/** Runs a program to its end; what it prints goes to stderr, since stdout belongs to the agent. */
function runStep(text, program, args) {
  console.error(text);
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  console.error(`${text} failed${error ? `: ${error.message}` : '; see above'}.`);
  process.exit(1);
}

function install() {
  if (isInstalled()) return;
  if (lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      'node_modules is a link to packages that differ from package-lock.json; they are used as they are.',
    );
    return;
  }
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  runStep('Installing packages', npm ? process.execPath : 'npm', npm ? [npm, ...args] : args);
}

function build() {
  if (isBuilt()) return;
  runStep('Building', process.execPath, [TSC, ...BUILD]);
  writeFileSync(STAMP, '');
}

/** Compiler and agent side by side; both end together. */
function watch(flags) {
  const compiler = spawn(process.execPath, [TSC, ...BUILD, '--watch', '--preserveWatchOutput'], {
    stdio: ['ignore', 2, 2],
  });
  const agent = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', at('bin', 'gander'), ...flags],
    { stdio: 'inherit' },
  );
  const end = () => {
    compiler.kill();
    agent.kill();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  compiler.on('exit', end);
  agent.on('exit', end);
}

install();
build();
const given = process.argv.slice(2);
const { withDefaultMode } = await import('../dist/cli/default-mode.js');
const flags = withDefaultMode(given.filter((flag) => flag !== '--watch'));
if (given.includes('--watch')) watch(flags);
else {
  process.argv = [process.execPath, at('bin', 'gander'), ...flags];
  await import('../dist/main.js');
}
