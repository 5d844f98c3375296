/**
 * Preloaded into agents that tests start: takes the code of dist/gander.cjs that V8 compiled in an earlier start, which saves a third
 * of the CPU time of a start. Node.js 20 has no such cache for the agent itself (bin/load.cjs).
 */
'use strict';
const { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');

const PROGRAM = join(__dirname, '../../dist/gander.cjs');

/** Where the code is kept. V8 itself compares no more than the length of a source. */
function compiledCode() {
  const { size, mtimeMs } = statSync(PROGRAM);
  return join(__dirname, '../../node_modules/.cache/compiled', `${process.version}-${size}-${mtimeMs}`);
}

/** Set by scripts/prepare-tests.js: this process keeps its code when it ends. */
const keepsCode = process.env.GANDER_TEST_KEEPS_CODE === '1';
/** Flags that the agent sets after loading would be those of its code. */
if (keepsCode) v8.setFlagsFromString = () => {};

function load(module, filename) {
  const path = compiledCode();
  const source = Module.wrap(readFileSync(filename, 'utf8'));
  const script = new vm.Script(source, {
    filename,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(!keepsCode && { cachedData: readFileSync(path) }),
  });
  const run = script.runInThisContext();
  run.call(
    module.exports,
    module.exports,
    Module.createRequire(filename),
    module,
    filename,
    dirname(filename),
  );
  if (keepsCode)
    process.once('exit', () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}-${process.pid}`, script.createCachedData());
      renameSync(`${path}-${process.pid}`, path);
    });
}

const loadOther = require.extensions['.js'];
require.extensions['.cjs'] = (module, filename) =>
  filename === PROGRAM && (keepsCode || existsSync(compiledCode()))
    ? load(module, filename)
    : loadOther(module, filename);

module.exports = { compiledCode };
