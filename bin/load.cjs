/**
 * Loads the built program. V8 compiles a megabyte and a half at each start, which takes longer than all else that a start does;
 * `scripts/build.js` keeps what it made of it in a file beside the program, and V8 takes that in place of compiling.
 */
'use strict';
const { readFileSync, writeFileSync, renameSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

const FOLDER = join(__dirname, '../dist');
const PROGRAM = join(FOLDER, 'gander.js');
/** The build writes a hash of the program into its last line: compiled code of another build is not even looked at. */
const BUILD = /\/\/([0-9a-f]{16})\n$/;

/**
 * For memory (docs/performance.md): the young generation keeps its first size in place of growing to 32 MB, and functions are optimized
 * when they are ten times as hot as V8 asks for, which most of an agent never is. Set here, and so however it is started, and not before
 * the program and {@link SOON} are there: V8 takes compiled code only under the flags under which it was made, and Node.js brings that of
 * its own modules, made under none.
 * The last flag is one of V8 11, which is in Node.js 20; later versions do not know it, and say so on standard error.
 */
const FLAGS = ['--semi-space-growth-factor=1'];
const isV8Of20 = process.versions.v8.startsWith('11.');
const BUDGET = '--interrupt-budget=1320000';
if (isV8Of20) FLAGS.push(BUDGET);

/** Half of the heat that V8 asks for, and how long it is enough. */
const EARLY_BUDGET = '--interrupt-budget=66000';
const EARLY_MS = 20_000;

/**
 * For a screen, which costs most where nothing is optimized yet (docs/performance.md): what runs for each of a thousand processes gets
 * there within seconds, the rest, which is most of the program, does not.
 */
function optimizeEarly() {
  if (!isV8Of20) return;
  setFlagsFromString(EARLY_BUDGET);
  setTimeout(() => setFlagsFromString(BUDGET), EARLY_MS).unref();
}

/** Old garbage is collected before there is as much of it as of what lives. During a start that costs 20 ms and finds nothing. */
const LATER = '--optimize-for-size';
const LATER_MS = 1000;

/**
 * Code of the start goes when it has not run during two collections; later V8's own number holds, since what a scrape or slow reading
 * runs every half a minute would be compiled each time.
 */
const START_AGE = '--bytecode-old-age=2';
const START_MS = 120_000;
const AGE = '--bytecode-old-age=5';

/** Parts of Node.js that a server loads before its first answer, though the program does not when it is loaded. */
const SOON = ['node:assert', 'node:cluster', 'node:dgram'];

/** Path of the compiled code; null where the program is rebuilt after each change. */
function compiledPath(source) {
  const [, build] = BUILD.exec(source.slice(-32)) ?? [];
  return build === undefined ? null : join(FOLDER, `gander-${build}.cache`);
}

/** Undefined where there is none. */
function readCompiled(path) {
  try {
    return path === null ? undefined : readFileSync(path);
  } catch {
    return undefined;
  }
}

/**
 * V8 compares version, flags and length, and compiles where they differ: another version of Node.js starts as well, but later.
 * @param isTuned false leaves out the flags, so that what has been compiled can be kept for the next start
 * @returns what src/main.ts exports, whether V8 took compiled code, and a function that keeps what has been compiled by then
 */
function load(isTuned = true) {
  // The build writes nothing but ASCII.
  const source = readFileSync(PROGRAM, 'latin1');
  const path = compiledPath(source);
  const script = new Script(source, { filename: PROGRAM, cachedData: readCompiled(path) });
  const module = { exports: {} };
  script.runInThisContext()(module, module.exports, createRequire(PROGRAM));
  for (const name of SOON) require(name);
  if (isTuned) {
    for (const flag of FLAGS) setFlagsFromString(flag);
    setTimeout(setFlagsFromString, LATER_MS, LATER).unref();
    if (isV8Of20) {
      setFlagsFromString(START_AGE);
      setTimeout(setFlagsFromString, START_MS, AGE).unref();
    }
  }
  const keepCompiled = () => {
    if (path === null) return;
    writeFileSync(`${path}.new`, script.createCachedData());
    renameSync(`${path}.new`, path);
  };
  const { run, ...program } = module.exports;
  const isCompiled = script.cachedDataRejected === false;
  return {
    ...program,
    isCompiled,
    run: () => run({ pageFolder: join(FOLDER, 'web'), optimizeEarly }),
    keepCompiled,
  };
}

module.exports = load;
