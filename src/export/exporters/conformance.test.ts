/** Promises of all exporters, tested against peers that speak their protocols (`test/support/exporter-peers/`). */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { commonOf, defaultsOf } from '../../../test/support/exporter-defaults.ts';
import { PEERS } from '../../../test/support/exporter-peers/index.ts';
import {
  type Mood,
  type Peer,
  SECRET,
  type Stored,
  UNWELCOME,
} from '../../../test/support/exporter-peers/peer.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { REDACTED } from '../../core/redact.ts';
import { onlyInFull } from '../../../test/support/full-run.ts';
import { createLoader } from '../../net/deliver/packages.ts';
import { type Family, labelSet } from '../metrics/family.ts';
import type { Cycle, Exporter, Opening } from './exporter.ts';
import type { ExporterState } from '../metrics/exporters.ts';
import { EXPORTERS } from './index.ts';
import { createRunner, type Runner } from './runner.ts';

/** A number of a plugin, or of one of its items. */
type Given = readonly [plugin: string, item: string | null, field: string, value: number];

/** Values of one export, and the mood of the other side. */
type Step = readonly [Mood, readonly Given[]];

const START = Date.UTC(2026, 0, 1, 12) + 250;

/** Names of mount points, containers and processes are arbitrary. */
const HOSTILE = [
  '',
  ' ',
  '\0',
  '\\',
  'a\\',
  'a,b=c d',
  'a=1, total=99',
  'line\nfeed\r',
  '\u{1F680}',
  'e\u0301',
  '{$#+*>}',
  '../..',
  `x'); DROP TABLE "fs"; --`,
  '<b>&amp;"/>',
  'x'.repeat(300),
  '/a/b',
  '/a_b',
  'A',
  'a',
];
const HOST = 'h"o,s=t\n<1>';

const familyOf = ([plugin, item, field, value]: Given): Family => ({
  name: `gander_${plugin}_${field}`,
  type: 'gauge',
  unit: null,
  help: '',
  time: 0,
  samples: [{ labels: labelSet(item === null ? [] : [['mnt_point', item]]), value }],
});

const cycleOf = (time: number, given: readonly Given[]): Cycle => ({
  time,
  host: HOST,
  interval: 60,
  points: () =>
    given.map(([plugin, item, field, value]) => ({
      plugin,
      key: item === null ? null : 'mnt_point',
      item,
      fields: [...(item === null ? [] : [['mnt_point', item] as const]), [field, value]],
    })),
  families: () => given.map(familyOf),
});

const load = createLoader((name) => `npm install ${name}`);

/** With a secret wherever one fits. */
function optionsOf(exporter: Exporter, { options }: Pick<Peer, 'options'>): Record<string, unknown> {
  const secrets = Object.entries(exporter.options).flatMap(([key, option]) => {
    if (option.secret !== true) return [];
    return [[key, key === 'headers' ? new Map([['x-key', SECRET]]) : SECRET]];
  });
  return { ...defaultsOf(exporter.options), ...Object.fromEntries(secrets), ...options };
}

/** An exporter with its other side, over any number of runs. */
async function createRig(exporter: Exporter) {
  const peer = await (PEERS[exporter.name] as () => Promise<Peer>)();
  const folder = mkdtempSync(join(tmpdir(), 'gander-export-'));
  const options = optionsOf(exporter, peer);
  const clock = createFakeClock(START);
  const lines: string[] = [];
  const states: ExporterState[] = [];
  const stored: Stored[] = [];
  let current: Cycle = cycleOf(START, []);

  const open = async (): Promise<Runner> => {
    const runner = createRunner({
      resolved: {
        name: exporter.name,
        where: 'test',
        exporter,
        common: commonOf(exporter),
        options,
        certificates: null,
      },
      clock,
      host: HOST,
      plugins: [],
      folder,
      queueBytes: 1e6,
      refresh: 60,
      sends: [],
      cycle: () => current,
      readKernel: async () => [],
      renew: () => {},
      load: peer.load ?? load,
      lacks: () => null,
      log: (level, text) => void lines.push(`${level} ${text}`),
    });
    await runner.start();
    return runner;
  };

  return {
    peer,
    lines,
    states,
    stored,
    queued: (): string[] => readdirSync(folder),
    /** A run of an agent, with a second between exports. */
    async run(...steps: readonly Step[]): Promise<void> {
      const runner = await open();
      for (const [mood, values] of steps) {
        await peer.set(mood);
        clock.skip(1000);
        current = cycleOf(clock.now(), values);
        await runner.runCycle();
        while (!isSettled(runner)) await setTimeout(2);
        states.push(runner.state());
      }
      await peer.look?.();
      await runner.stop();
      stored.push(...(await peer.stored()).slice(peer.isLocal ? 0 : stored.length));
    },
    async close(): Promise<void> {
      await peer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** All is sent, or an attempt has failed. */
function isSettled(runner: Runner): boolean {
  const { queued_batches: left, consecutive_failures: failures } = runner.state();
  // Neither pauses between batches nor the delay after a start.
  if (failures === 0) runner.flush();
  return left === 0 || failures > 0;
}

/** Values of the cycle with this number. */
const values = (cycle: number): Given[] => [
  ['load', null, 'min1', cycle],
  ['fs', '/', 'percent', cycle + 0.5],
];

it('are all exporters', () => {
  expect(Object.keys(PEERS).sort()).toEqual(EXPORTERS.map(({ name }) => name).sort());
});

describe.each(EXPORTERS.map((exporter) => [exporter.name, exporter] as const))('%s', (_, exporter) => {
  let rig: Awaited<ReturnType<typeof createRig>>;
  let peer: Peer;
  const between = (least: number, most: number): Stored[] =>
    rig.stored.filter(({ value }) => value >= least && value < most);

  beforeAll(async () => {
    rig = await createRig(exporter);
    peer = rig.peer;
    const hostile = HOSTILE.map((item, index): Given => ['fs', item, 'percent', 100 + index]);
    const unwelcome: Given[] = peer.refuses === true ? [[UNWELCOME, null, 'x', 0.25]] : [];
    const given = peer.isAllOrNothing ? [unwelcome, hostile] : [[...unwelcome, ...hostile]];
    const runs: Step[][] = [
      [
        ['up', values(1)],
        [peer.fails === 'replies' ? 'lost' : 'up', values(2)],
      ],
      [['down', values(3)]],
      [values(4), ...given, values(99)].map((some): Step => ['up', some]),
    ];
    for (const steps of peer.isLocal ? runs.flat().map((step) => [step]) : runs) await rig.run(...steps);
  });
  afterAll(() => rig.close());

  /** Once each, with those that a repetition brought. */
  const numbers = (some: readonly Stored[]): number[] => [...new Set(some.map(({ value }) => value))];

  it('sends in order, after failures and restarts too', () => {
    expect(numbers(between(0, 10))).toEqual([1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5]);
  });

  it('repeats only what was not confirmed, under the same identity', () => {
    const seen = new Map<string, number>();
    for (const { id, value } of between(0, 10)) {
      expect(id !== null).toBe(peer.hasIds);
      const key = `${id} ${value}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    expect(seen.size).toBe(numbers(between(0, 10)).length);
    const twice = [...seen]
      .filter(([, count]) => count > 1)
      .map(([key]) => Math.floor(Number(key.split(' ').at(-1))));
    expect(twice.every((cycle) => cycle === 2)).toBe(true);
    if (peer.fails !== 'replies') expect(twice).toEqual([]);
  });

  it('has the time at which values were read', () => {
    const { resolution } = peer;
    const expected = (value: number): number | null =>
      resolution === null ? null : Math.floor((START + Math.floor(value) * 1000) / resolution) * resolution;
    const arrived = between(0, 10);
    expect(arrived.map(({ time }) => time)).toEqual(arrived.map(({ value }) => expected(value)));
  });

  it('never makes syntax of a name', () => {
    const hostile = between(100, Infinity);
    expect(hostile.map(({ value }) => value)).toEqual(HOSTILE.map((__, index) => 100 + index));
    expect(new Set(hostile.map(({ name }) => name)).size).toBe(HOSTILE.length);
    if (peer.keepsNames)
      expect(hostile.filter(({ name }, index) => !name.includes(HOSTILE[index] ?? ''))).toEqual([]);
  });

  it('drops what is refused for good with its reason, and goes on', () => {
    expect(numbers(rig.stored.slice(-2))).toEqual([99, 99.5]);
    expect(rig.states.at(-1)).toMatchObject({ state: 'ok', queued_batches: 0 });
    const { refused } = rig.states.at(-2)?.dropped_samples ?? {};
    expect(rig.lines.filter((line) => line.includes(UNWELCOME))).toHaveLength(peer.refuses === true ? 1 : 0);
    if (peer.refuses === true) expect(refused).toBeGreaterThan(0);
    else expect(refused).toBe(0);
  });

  const hasSecret = Object.values(exporter.options).some(({ secret }) => secret === true);
  it.runIf(hasSecret)('tells no secret', () => {
    const told = JSON.stringify([rig.states, rig.lines]);
    expect(told).not.toContain(SECRET);
    // The other side repeated it.
    expect(told).toContain(REDACTED);
  });

  it('keeps files only of what has a meaning later', () => {
    expect(rig.queued()).toEqual(
      exporter.delivery === 'live' || peer.fails === 'never' ? [] : [exporter.name],
    );
  });
});

/** Packages that take a tenth of a second of CPU to load; test/peers/ uses them in every run. */
const SLOW = onlyInFull(
  'slow packages of exporters and nothing at their port',
  'cassandra',
  'kafka',
  'mongodb',
  'mqtt',
);

/** Exporters that connect to a server; the others only write. */
const remote = EXPORTERS.filter(
  ({ name, delivery, packages = [] }) =>
    delivery === 'queued' &&
    (packages.length === 0 || [...SLOW, 'nats', 'postgresql', 'rabbitmq'].includes(name)),
);

/** What becomes of a request to a port of this machine: its verdict, or what was thrown. By the package itself. */
async function sentTo(exporter: Exporter, port: number, signal: AbortSignal): Promise<unknown> {
  const address = new URL(`http://127.0.0.1:${port}/`);
  const hosts: Record<string, unknown> = { nats: [`nats://127.0.0.1:${port}`], influxdb3: address };
  const given = { host: hosts[exporter.name] ?? '127.0.0.1', port, url: address, endpoint: address };
  const options = Object.entries(given).filter(([key]) => key in exporter.options);
  const opening: Opening = {
    options: optionsOf(exporter, { options: Object.fromEntries(options) }),
    common: { ...commonOf(exporter), timeout: 1 },
    host: HOST,
    plugins: [],
    certificates: null,
    load,
  };
  const [payload] = exporter.encoder(opening)(cycleOf(START, values(1)));
  const session = exporter.open(opening);
  try {
    return await session.send(payload?.bytes ?? new Uint8Array(), { signal, now: START });
  } catch (error) {
    return error;
  } finally {
    await session.close?.();
  }
}

/** A port at which this answers connections, until the test has finished. */
async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onSocket(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe.each(remote.map((exporter) => [exporter.name, exporter] as const))(
  '%s keeps what',
  (_, exporter) => {
    it('a closed port did not take, and says why without a secret', async () => {
      const found = await sentTo(exporter, await freePort(), AbortSignal.timeout(20_000));
      if (!(found instanceof Error))
        expect(found).toMatchObject({ kind: expect.stringMatching(/^(again|wait)$/) });
      expect(found instanceof Error ? inspect(found) : JSON.stringify(found)).not.toContain(SECRET);
    });

    it('a server of another protocol did not take', async () => {
      const ended = new AbortController();
      let attempts = 0;
      const port = await listen((socket) => {
        attempts += 1;
        socket.end(`\x15\x03\x01 nonsense ${SECRET}\r\n\r\n`);
        // Some drivers go on trying.
        socket.once('close', () => ended.abort(new Error('it hung up')));
      });
      const found = await sentTo(exporter, port, ended.signal);
      expect(attempts).toBeLessThan(20);
      if (exporter.confirmsNothing !== true) expect(found).not.toMatchObject({ kind: 'sent' });
    });

    it('a mute server did not take, when asked to stop', async () => {
      const asked = new AbortController();
      const port = await listen(() => asked.abort(new Error('asked to stop')));
      const found = await sentTo(exporter, port, asked.signal);
      if (exporter.confirmsNothing !== true) expect(found).not.toMatchObject({ kind: 'sent' });
    });
  },
);
