/**
 * Runs the agent until it has answered once, and keeps what V8 compiled for that (bin/load.cjs). Part of every build; of use after
 * an installation from the registry too, whose package has none, since it would fit one version of Node.js alone.
 */
'use strict';
const { once } = require('node:events');
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { get } = require('node:http');
const { createServer } = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const load = require('./load.cjs');

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Resolves when the whole answer is there; false where nobody answers. */
const isAnswered = (port) =>
  new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path: '/api/4/all', agent: false }, (answer) =>
      answer.resume().on('end', () => resolve(true)),
    ).on('error', () => resolve(false));
  });

async function compile() {
  const folder = mkdtempSync(join(tmpdir(), 'gander-compile-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Neither settings nor files of the user who builds.
  process.env = { PATH: process.env.PATH, HOME: folder, STATE_DIRECTORY: folder, LOGS_DIRECTORY: folder };
  const settings = join(folder, 'gander.conf');
  writeFileSync(settings, '');
  const port = await freePort();
  const flags = ['-w', '-q', '-B', '127.0.0.1', '-p', String(port), '-C', settings, '--disable-autodiscover'];
  process.argv = [process.argv[0], 'gander', ...flags];
  const { run, keepCompiled } = load(false);
  run();
  while (!(await isAnswered(port))) await new Promise((resolve) => void setTimeout(resolve, 20));
  keepCompiled();
  process.kill(process.pid, 'SIGTERM');
}

void compile();
