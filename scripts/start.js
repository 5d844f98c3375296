/**
 * Runs the agent from a checkout: installs packages and builds what is missing or old, then starts in this process.
 * `npm start -- --fetch`; without a mode it serves. `--watch` rebuilds and restarts.
 */
import { spawn } from 'node:child_process';
import { at, BUILD, ensureBuilt, ensureInstalled, TSC } from './ensure.js';

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

ensureInstalled();
ensureBuilt();
const given = process.argv.slice(2);
const { withDefaultMode } = await import('../dist/cli/default-mode.js');
const flags = withDefaultMode(given.filter((flag) => flag !== '--watch'));
if (given.includes('--watch')) watch(flags);
else {
  process.argv = [process.execPath, at('bin', 'gander'), ...flags];
  await import('../dist/main.js');
}
