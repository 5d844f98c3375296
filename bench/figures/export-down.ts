/** Exporters with unresponsive targets: cost of a start with ten, and of a day. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commonOf, defaultsOf } from '../../test/support/exporter-defaults.ts';
import { exporterNamed, openingOf } from '../../test/support/exporter-opening.ts';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createRunner, type Runner } from '../../src/export/exporters/runner.ts';
import type { Cycle } from '../../src/export/exporters/exporter.ts';
import { type Family, labelSet } from '../../src/export/metrics/family.ts';
import type { Point } from '../../src/export/metrics/points.ts';
import { OWN, pause } from '../child.ts';
import { median } from '../compile.ts';
import { digits, type Figure } from '../figure.ts';
import { retained } from '../retained.ts';
import { startOnce } from './start.ts';

const STARTS = 9;
const REACH_START_MS = 30;
const REACH_MB = 10;
const MOST_DISK = 64 * 2 ** 20;

/** Sections of exporters that all send to one port. */
const TEN = (port: number): string =>
  [
    ...['influxdb', 'graphite', 'opentsdb', 'couchdb', 'clickhouse', 'restful', 'riemann'].map(
      (name) => `[${name}]\nhost=127.0.0.1\nport=${port}\npath=/\n`,
    ),
    `[elasticsearch]\nhost=127.0.0.1\nport=${port}\n`,
    `[remote_write]\nurl=http://127.0.0.1:${port}/\n`,
    `[otlp]\nendpoint=http://127.0.0.1:${port}\n`,
  ].join('\n');
const NAMES = 'influxdb,graphite,opentsdb,couchdb,clickhouse,restful,riemann,elasticsearch,remote_write,otlp';

/** A server that accepts connections and never replies. */
async function silentPort(): Promise<{ port: number; close(): void }> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { port, close: () => void server.close() };
}

/** From the start of the process to the last byte of the first `/all`, with and without exporters in turns. */
export async function measureStartWithExporters(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const target = await silentPort();
  const file = join(folder, 'gander.conf');
  writeFileSync(file, TEN(target.port));
  const environment = { STATE_DIRECTORY: join(folder, 'state') };
  try {
    const [without, with10]: [number[], number[]] = [[], []];
    for (let round = 0; round < STARTS; round += 1) {
      without.push((await startOnce(OWN, ['-C', file], environment)).seconds);
      with10.push((await startOnce(OWN, ['-C', file, '--export', NAMES], environment)).seconds);
    }
    const more = (median(with10) - median(without)) * 1000;
    return {
      name: 'Start to the first complete /all with ten exporters none of which is answered',
      value: `${digits(median(with10))} s, ${more.toFixed(0)} ms more`,
      peer: `without exporters: ${digits(median(without))} s`,
      reach: `≤ ${REACH_START_MS} ms more`,
      isReached: more <= REACH_START_MS,
    };
  } finally {
    target.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const INTERVAL = 15;
const SAMPLES = 500;
const DAY_CYCLES = 86_400 / INTERVAL;

/** 500 values in both forms that exporters accept, with new numbers at every cycle. */
function createCycles(): (time: number) => Cycle {
  const items = Array.from({ length: 50 }, (_, index) => `sd${index}`);
  const sets = items.map((item) => labelSet([['device', item]]));
  const fields = Array.from({ length: SAMPLES / items.length }, (_, index) => `value_${index}`);
  return (time) => ({
    time,
    host: 'bench',
    interval: INTERVAL,
    points: () =>
      items.map((item): Point => ({
        plugin: 'bench',
        key: 'device',
        item,
        fields: fields.map((name) => [name, Math.round(Math.random() * 1e6)]),
      })),
    families: () =>
      fields.map((name): Family => ({
        name: `gander_bench_${name}`,
        type: 'gauge',
        unit: null,
        help: '',
        time,
        samples: sets.map((labels) => ({ labels, value: Math.round(Math.random() * 1e6) })),
      })),
  });
}

/** Memory in use when idle: memory that a collection frees outside of the heap shows at the next one. */
async function settled(): Promise<number> {
  retained();
  await pause(200);
  return retained();
}

/** A simulated day without reachable targets, with real queues, files and connections. */
export async function measureDayDown(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const target = await silentPort();
  const { port } = target;
  // Refuses connections from now on.
  target.close();
  const clock = createFakeClock();
  const cycleAt = createCycles();
  const open = (name: string, options: Record<string, unknown>): Runner => {
    const exporter = exporterNamed(name);
    return createRunner({
      ...openingOf(exporter),
      resolved: {
        name,
        where: name,
        exporter,
        // A day of all batches is stored.
        common: { ...commonOf(exporter), interval: INTERVAL, max_age: 2 * 86_400 },
        options: { ...defaultsOf(exporter.options), ...options },
        certificates: null,
      },
      clock,
      folder,
      queueBytes: MOST_DISK,
      refresh: 2,
      sends: [],
      cycle: () => cycleAt(clock.now()),
      readKernel: async () => [],
      renew: () => {},
      lacks: () => null,
      log: () => {},
    });
  };
  const before = await settled();
  const runners = [
    open('remote_write', { url: new URL(`http://127.0.0.1:${port}/`) }),
    open('influxdb', { host: '127.0.0.1', port }),
    open('restful', { host: '127.0.0.1', port, path: '/' }),
  ];
  try {
    for (const runner of runners) await runner.start();
    const grown: number[] = [];
    for (let cycle = 1; cycle <= DAY_CYCLES; cycle += 1) {
      await clock.advance(INTERVAL * 1000);
      // Connections are refused in real time.
      await pause(1);
      if (cycle === 240 || cycle === DAY_CYCLES) grown.push(((await settled()) - before) / 1e6);
    }
    const [hour = 0, day = 0] = grown;
    const states = runners.map((runner) => runner.state());
    const disk = runners.map((_, index) => bytesIn(join(folder, states[index]?.name ?? '')));
    return [
      {
        name: 'Memory after a day without three targets, 500 values each 15 s (simulated clock, after a collection)',
        value: `${digits(day)} MB more (${digits(hour)} MB after an hour); ${states.map(({ queued_batches: batches }) => batches).join(', ')} batches wait`,
        peer: 'before the exporters',
        reach: `≤ ${REACH_MB} MB`,
        isReached: day <= REACH_MB,
      },
      {
        name: 'Disk of the same',
        value: disk.map((bytes) => `${digits(bytes / 2 ** 20)} MiB`).join(', '),
        peer: 'none',
        reach: '≤ 64 MiB each',
        isReached: disk.every((bytes) => bytes <= MOST_DISK),
      },
    ];
  } finally {
    for (const runner of runners) await runner.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const bytesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
