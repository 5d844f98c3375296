/**
 * Runs the agent from a checkout: installs packages and builds what is missing or old, then starts in this process.
 * `npm start -- --fetch`; without a mode it serves. `--watch` rebuilds and restarts.
 */
import { spawn } from 'node:child_process';
import { at, BUILD, ensureBuilt, ensureInstalled } from './ensure.js';

/** Bundler and agent side by side; both end together. */
function watch(flags) {
  const bundler = spawn(process.execPath, [BUILD, '--watch'], { stdio: ['ignore', 2, 2] });
  const agent = spawn(
    process.execPath,
    [`--watch-path=${at('dist', 'gander.cjs')}`, '--watch-preserve-output', at('bin', 'gander'), ...flags],
    { stdio: 'inherit' },
  );
  const end = () => {
    bundler.kill();
    agent.kill();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  bundler.on('exit', end);
  agent.on('exit', end);
}

ensureInstalled();
const given = process.argv.slice(2);
const isWatching = given.includes('--watch');
ensureBuilt({ keepsLast: isWatching });
const { default: program } = await import('../bin/load.cjs');
const { withDefaultMode, run } = program;
const flags = withDefaultMode(given.filter((flag) => flag !== '--watch'));
if (isWatching) watch(flags);
else {
  process.argv = [process.execPath, at('bin', 'gander'), ...flags];
  await run();
}
