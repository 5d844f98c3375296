/** Installs packages and builds what is missing or old. Needs nothing but Node.js and npm. */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
export const at = (...path) => join(root, ...path);
const MODULES = at('node_modules');
/** The parts of a build: their sources, and the file that is written after each complete build. */
const PARTS = [
  {
    name: 'agent',
    text: 'Building',
    from: ['src', 'bin', 'package.json', 'scripts/build.js', 'scripts/licenses.js', 'scripts/sbom.js'],
    stamp: at('dist', '.built'),
  },
  {
    name: 'web',
    text: 'Building the page',
    from: [
      'web',
      'src/core',
      'src/show/display',
      'src/measure/levels',
      'package.json',
      'scripts/build.js',
      'scripts/licenses.js',
      'scripts/sbom.js',
      'packaging/licenses',
    ],
    stamp: at('dist', 'web', '.built'),
  },
];
export const BUILD = at('scripts', 'build.js');

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The link to test/package.json, which names what only tests need. */
const TESTS = 'node_modules/gander-tests';

const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * True when the packages of the lock file are installed in its versions; optional ones may be missing. What was installed after the
 * last change of that file counts in any version.
 * @param withTests false: those of test/package.json may be missing as well
 */
export function isInstalled(folder, withTests) {
  const record = join(folder, 'node_modules/.package-lock.json');
  const lock = join(folder, 'package-lock.json');
  if (!existsSync(record)) return false;
  const isNewer = timeOf(record) >= timeOf(lock);
  const installed = packagesOf(record);
  const { '': project, ...wanted } = packagesOf(lock);
  // npm writes its record last, so packages are complete once it exists.
  const isNeeded = (path) => withTests || path.replace('node_modules/', '') in project.devDependencies;
  return Object.entries(wanted).every(([path, { version, optional }]) =>
    installed[path] ? isNewer || installed[path].version === version : optional === true || !isNeeded(path),
  );
}

/** Newest change below a folder, or of a file; test cases hold links to nowhere, as /proc does. */
function newest(path) {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const isBuilt = ({ from, stamp }) =>
  !existsSync(at(from[0])) || timeOf(stamp) > Math.max(...from.map((name) => newest(at(name))));

/**
 * Runs a program to its end; what it prints goes to stderr, since stdout belongs to the agent. A failure ends this process, unless it
 * is optional.
 * @returns whether it succeeded
 */
function runStep(text, program, args, remedy = '', isOptional = false) {
  console.error(text);
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status === 0) return true;
  console.error(`${text} failed${error ? `: ${error.message}` : '; see above'}. ${remedy}`.trimEnd());
  if (!isOptional) process.exit(1);
  return false;
}

/** Exits with a sentence on a Node.js older than package.json requires: later scripts would fail in modules. */
function ensureNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const { engines } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const [leastMajor, leastMinor] = engines.node.slice(2).split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  console.error(
    `gander: Node.js ${leastMajor}.${leastMinor} or newer is needed, and this is ${process.version}: install a newer one.`,
  );
  process.exit(1);
}

/** Without `withTests`, only packages for a build are installed; installed ones stay. */
export function ensureInstalled({ withTests = existsSync(at(TESTS)) } = {}) {
  ensureNode();
  if (isInstalled(root, withTests)) return;
  if (lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      'node_modules is a link to packages that differ from package-lock.json; they are used as they are.',
    );
    return;
  }
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!withTests) args.push('--workspaces=false');
  runStep(
    'Installing packages',
    npm ? process.execPath : 'npm',
    npm ? [npm, ...args] : args,
    'Without a network, copy node_modules from a machine that has one, or install a package made there (`npm pack`, `npm run deb`).',
  );
}

/** Builds what is stale. With `keepsLast`, the last build serves until its sources can be built again. */
export function ensureBuilt({ keepsLast = false } = {}) {
  for (const part of PARTS.filter((one) => !isBuilt(one))) {
    const isOptional = keepsLast && existsSync(part.stamp);
    const remedy = isOptional ? 'The last build is used until then.' : '';
    if (runStep(part.text, process.execPath, [BUILD, part.name], remedy, isOptional))
      writeFileSync(part.stamp, '');
  }
}
