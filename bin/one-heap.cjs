/**
 * Replaces a server by itself with one heap of the C library for all threads, which saves about 10 MB
 * (docs/decisions/0092-tricks-on-node-24.md). The library reads the variables only when a process begins. Services and images set
 * them already; `npm install --global` cannot.
 */
'use strict';

const HEAP = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };
/** `-w`, `-s`, also among other letters, and their long forms. Other modes end soon, or wait for a person. */
const SERVER = /^(?:--(?:web)?server|-[A-Za-z0-9]*[ws])$/;

exports.withOneHeap = function withOneHeap({ argv, env, execArgv, execPath, execve }) {
  const isServer = argv.slice(2).some((word) => SERVER.test(word));
  // Node.js has `execve` since 22.15.
  if (!isServer || execve === undefined || env.MALLOC_ARENA_MAX !== undefined) return;
  try {
    execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...HEAP });
  } catch {
    // The program runs on with the usual heaps.
  }
};
