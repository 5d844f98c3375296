/** Before suites that run the built agent. */
import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { ensureBuilt } from './ensure.js';

export function setup() {
  // `scripts/test.js` gives the page suite a network namespace of its own, where the loopback interface is down at first.
  if (networkInterfaces()['lo'] === undefined) spawnSync('ip', ['link', 'set', 'lo', 'up']);
  // Requested once by the build.
  ensureBuilt();
}
