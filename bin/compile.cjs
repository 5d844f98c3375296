/**
 * Runs the agent until it has answered once, and keeps what V8 compiled for that, for exporters and for a scrape (bin/load.cjs). Part
 * of every build; of use after an installation from the registry too, whose package has none, since it would fit one version of Node.js
 * alone.
 */
'use strict';
const { once } = require('node:events');
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { get } = require('node:http');
const { createServer } = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const load = require('./load.cjs');

/** Exporters without a package of their own. Nothing is sent: their next export is at midnight, to where nobody listens. */
const EXPORTERS = {
  ...Object.fromEntries(
    ['clickhouse', 'couchdb', 'elasticsearch', 'graphite', 'influxdb', 'opentsdb', 'restful', 'riemann'].map(
      (name) => [name, 'host=127.0.0.1\nport=1'],
    ),
  ),
  influxdb2: 'host=127.0.0.1\nport=1\norg=a\nbucket=a\ntoken=a',
  otlp: 'endpoint=http://127.0.0.1:1',
  remote_write: 'url=http://127.0.0.1:1',
};

const SETTINGS = Object.entries(EXPORTERS)
  .map(([name, keys]) => `[${name}]\n${keys}\ninterval=86400\n`)
  .join('');

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Resolves when the whole answer is there; false where nobody answers. */
const isAnswered = (port, path) =>
  new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path, agent: false }, (answer) =>
      answer.resume().on('end', () => resolve(true)),
    ).on('error', () => resolve(false));
  });

async function compile() {
  const folder = mkdtempSync(join(tmpdir(), 'gander-compile-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Neither settings nor files of the user who builds.
  process.env = { PATH: process.env.PATH, HOME: folder, STATE_DIRECTORY: folder, LOGS_DIRECTORY: folder };
  const settings = join(folder, 'gander.conf');
  writeFileSync(settings, SETTINGS);
  const port = await freePort();
  const flags = ['-w', '-q', '-B', '127.0.0.1', '-p', String(port), '-C', settings, '--disable-autodiscover'];
  flags.push('--export', Object.keys(EXPORTERS).join());
  process.argv = [process.argv[0], 'gander', ...flags];
  const { run, keepCompiled } = load(false);
  run();
  while (!(await isAnswered(port, '/api/4/all')))
    await new Promise((resolve) => void setTimeout(resolve, 20));
  await isAnswered(port, '/metrics');
  keepCompiled();
  process.kill(process.pid, 'SIGTERM');
}

void compile();
