/** Redis and Riemann's library of Debian; statsd and PouchDB's server of npm, which run in `npm run test:full` alone. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Cycle } from '../../src/export/exporters/exporter.ts';
import { mapsOf } from '../../src/export/exporters/shared/maps.ts';
import { exportOnce, recordedCycles } from '../support/export-once.ts';
import { exporterNamed } from '../support/exporter-opening.ts';
import { freePort } from '../support/free-port.ts';
import { npmPeers } from '../support/npm-peers.ts';
import { askUntil, hasProgram, startServer } from '../support/real-server.ts';
import { lacking } from '../support/live-tools.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const PROGRAMS = {
  redis: '/usr/bin/redis-server',
  cli: '/usr/bin/redis-cli',
  riemann: '/usr/include/riemann/riemann-client.h',
  cc: '/usr/bin/cc',
};
const TIME = Date.UTC(2026, 0, 1, 12);
const SUPPORT = join(import.meta.dirname, '../support');

const cycleOf = async (name: string, time = TIME): Promise<Cycle> =>
  (await recordedCycles())(exporterNamed(name), time);
const send = async (name: string, options: Record<string, unknown>, ...times: number[]) => {
  const cycles = await Promise.all(times.map((time) => cycleOf(name, time)));
  const verdicts = await exportOnce(exporterNamed(name), { host: '127.0.0.1', ...options }, cycles);
  return [...new Set(verdicts.map(({ kind, answer }) => `${kind} ${answer}`))];
};

describe.skipIf(!hasProgram(PROGRAMS.redis) || lacking('Redis', { realClock: true }) !== null)(
  'Redis',
  () => {
    it('has a stream per plugin, once per moment, for those who know the password', async () => {
      const port = await freePort();
      const folder = temporaryTree({
        'users.acl':
          'user default off\nuser gander on >s3cret ~gander:* +xadd +select\nuser reader on nopass allkeys +@all\n',
      });
      const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
      await startServer(PROGRAMS.redis, [...settings, '--aclfile', `${folder}/users.acl`], { port });
      const options = { port, user: 'gander', password: 's3cret', maxlen: 2 };
      expect(await send('redis', options, TIME, TIME + 15_000)).toEqual(['sent added']);
      expect(await send('redis', options, TIME + 15_000)).toEqual(['sent added']);
      const ask = (...words: string[]): string =>
        execFileSync(
          PROGRAMS.cli,
          ['-p', String(port), '--user', 'reader', '--pass', 'x', '--no-auth-warning', ...words],
          { encoding: 'utf8' },
        );
      const entries = ask('XRANGE', 'gander:testhost:load', '-', '+').split('\n');
      expect(entries.filter((line) => /^\d+-0$/.test(line))).toEqual([`${TIME}-0`, `${TIME + 15_000}-0`]);
      expect(entries[entries.indexOf('min1') + 1]).toMatch(/^\d/);
      expect(ask('XINFO', 'STREAM', 'gander:testhost:network')).toContain('eth0.bytes_recv');
      expect(await send('redis', { ...options, password: 'wrong' }, TIME)).toEqual([
        expect.stringMatching(/^wait WRONGPASS/) as string,
      ]);
      expect(await send('redis', { ...options, stream: 'other' }, TIME)).toEqual([
        expect.stringMatching(/^wait NOPERM/) as string,
      ]);
    });
  },
);

describe.skipIf(!hasProgram(PROGRAMS.riemann) || !hasProgram(PROGRAMS.cc))("Riemann's library", () => {
  it('reads every event, and its answer is understood', async () => {
    const port = await freePort();
    const folder = temporaryTree();
    execFileSync(PROGRAMS.cc, [
      '-o',
      `${folder}/server`,
      join(SUPPORT, 'riemann-server.c'),
      '-lriemann-client',
    ]);
    const server = await startServer(`${folder}/server`, [String(port)], { port });
    let said = '';
    server.stdout?.on('data', (text: Buffer) => (said += text.toString()));
    expect(await send('riemann', { port }, TIME)).toEqual(['sent ok']);
    const numbers = (await cycleOf('riemann'))
      .points()
      .flatMap(({ plugin, key, item, fields }) =>
        fields.flatMap(([field, value]) =>
          typeof value === 'string' || value === null
            ? []
            : [
                `testhost|${plugin} ${key === null ? field : `${item}.${field}`}|${TIME / 1000}|6|${Number(value)}`,
              ],
        ),
      );
    const lines = await askUntil(
      async () => said.split('\n').slice(0, -1),
      (all) => all.length >= numbers.length,
    );
    const asNumber = (line: string) => line.replace(/[^|]*$/, (value) => String(Number(value)));
    expect(lines.map(asNumber)).toEqual(numbers);
  });
});

const modules = npmPeers();

describe.skipIf(modules === null)('statsd', () => {
  it('takes gauges, negative ones too, and finds no bad line', async () => {
    const [port, admin] = [await freePort(), await freePort()];
    const folder = temporaryTree();
    const settings = {
      port,
      address: '127.0.0.1',
      mgmt_port: admin,
      mgmt_address: '127.0.0.1',
      backends: [],
      flushInterval: 60_000,
    };
    writeFileSync(`${folder}/config.js`, JSON.stringify(settings));
    await startServer(process.execPath, [`${modules}/statsd/stats.js`, `${folder}/config.js`], {
      port: admin,
    });
    const ask = (command: string): Promise<string> =>
      new Promise((resolve, reject) => {
        let text = '';
        const socket = connect(admin, '127.0.0.1', () => socket.write(`${command}\n`));
        socket.on('data', (bytes) => {
          text += bytes.toString();
          if (text.includes('END')) socket.end(() => resolve(text));
        });
        socket.on('error', reject);
      });
    const whole = await cycleOf('statsd');
    const below = { plugin: 'sensors', key: 'label', item: 'Außen 1', fields: [['value', -3.5]] } as const;
    const cycle: Cycle = { ...whole, points: () => [...whole.points(), below] };
    const verdicts = await exportOnce(exporterNamed('statsd'), { host: '127.0.0.1', port }, [cycle]);
    expect(new Set(verdicts.map(({ kind }) => kind))).toEqual(new Set(['sent']));
    const gauges = await askUntil(
      () => ask('gauges'),
      (text) => text.includes('glances.testhost.sensors'),
    );
    expect(gauges).toMatch(/'glances\.testhost\.load\.min1': \d/);
    expect(gauges).toContain("'glances.testhost.sensors.Au_en_1.value': -3.5");
    expect(await ask('counters')).toContain("'statsd.bad_lines_seen': 0");
  });
});

describe.skipIf(modules === null)("PouchDB's server", () => {
  it('has a document per plugin, in a database that is made, and none of them twice', async () => {
    const port = await freePort();
    const program = [join(SUPPORT, 'couch-server.cjs'), String(port)];
    await startServer(process.execPath, program, { port, env: { NODE_PATH: modules ?? '' } });
    expect(await send('couchdb', { port }, TIME, TIME + 2000)).toEqual(['sent status 201']);
    expect(await send('couchdb', { port }, TIME)).toEqual(['sent status 201']);
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}/glances/${path}`)).json();
    const plugins = mapsOf((await cycleOf('couchdb')).points()).size;
    expect(await get('_all_docs')).toMatchObject({ total_rows: 2 * plugins });
    expect(await get(`testhost.${new Date(TIME).toISOString()}.load`)).toMatchObject({
      type: 'load',
      hostname: 'testhost',
      min1: expect.any(Number) as number,
      _rev: expect.stringMatching(/^1-/) as string,
    });
  });
});
