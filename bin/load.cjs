/** Loads the built program, with the code that Node.js compiled at an earlier start (docs/decisions/0092-tricks-on-node-24.md). */
'use strict';
const { mkdirSync, statSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');

/** For memory: the young generation keeps its first size in place of growing to 32 MB. */
const SMALL_YOUNG = '--semi-space-growth-factor=1';

/** Creates one level: Node.js never returns from a recursive mkdir below /proc. */
function makeFolder(path) {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch {
    // It exists, or there is no cache.
  }
}

/** Whether only this user can write there: V8 runs the code of the cache as it is. */
function isPrivate(path) {
  try {
    const stats = statSync(path);
    return stats.isDirectory() && stats.uid === process.getuid() && (stats.mode & 0o022) === 0;
  } catch {
    // It is missing, or in a folder that this user may not enter, such as another user's home.
    return false;
  }
}

/** Null: there is no place for a cache. The default of Node.js is below /tmp, where anybody may create the folder first. */
function cacheFolder({ CACHE_DIRECTORY, XDG_CACHE_HOME, HOME }) {
  if (CACHE_DIRECTORY) return CACHE_DIRECTORY;
  const caches = XDG_CACHE_HOME || (HOME ? join(HOME, '.cache') : null);
  if (caches === null) return null;
  makeFolder(caches);
  makeFolder(join(caches, 'gander'));
  return join(caches, 'gander');
}

/**
 * Threads for calls that may hang (file systems 3, a folder 1, devices and tables 12) and for all others
 * (docs/decisions/0105-reads-that-hang.md). The pool is made at its first use; an idle thread takes a page or two.
 */
process.env.UV_THREADPOOL_SIZE ??= '20';

const folder = cacheFolder(process.env);
// Node.js 20 has no such cache.
if (folder !== null && enableCompileCache && isPrivate(folder)) enableCompileCache(folder);
const { run, ...program } = require('../dist/gander.cjs');
// After loading: V8 takes compiled code only under the flags under which it was made.
setFlagsFromString(SMALL_YOUNG);

module.exports = { ...program, run: () => run({ pageFolder: join(__dirname, '../dist/web') }) };
