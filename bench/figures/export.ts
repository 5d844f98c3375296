import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import snappy from 'snappyjs';
import { createEncoder } from '../../src/export/exporters/remote-write/encode.ts';
import type { Cycle, Payload } from '../../src/export/exporters/exporter.ts';
import { type Family, labelSet } from '../../src/export/metrics/family.ts';
import { pause, startChild } from '../child.ts';
import { digits, type Figure, type Measure } from '../figure.ts';

const VICTORIA = '/usr/bin/victoria-metrics';
const PORT = 61_401;
const SERIES = 2000;
const CYCLES = 100;
const REACH_ENCODED = 200_000;
const REACH_TAKEN = 50_000;

/** As many series as a host with a hundred of everything has, the same label sets at every cycle. */
function createCycles(): (time: number) => Cycle {
  const sets = Array.from({ length: 100 }, (_, index) => labelSet([['device', `sd${index}`]]));
  return (time) => ({
    time,
    host: 'bench',
    interval: 15,
    points: () => [],
    families: () =>
      Array.from({ length: SERIES / sets.length }, (_, index): Family => ({
        name: `gander_bench_value_${index}`,
        type: 'gauge',
        unit: null,
        help: '',
        time,
        samples: sets.map((labels) => ({ labels, value: Math.random() * 1e9 })),
      })),
  });
}

export const measureExport: Measure = async () => {
  const cycleAt = createCycles();
  const encode = createEncoder([['job', 'gander']]);
  const start = Date.now() - CYCLES * 15_000;
  const payloads: Payload[] = [];
  encode(cycleAt(start));
  const before = process.cpuUsage();
  for (let index = 1; index <= CYCLES; index += 1) payloads.push(...encode(cycleAt(start + index * 15_000)));
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  const perSecond = (CYCLES * SERIES) / seconds;
  const figures: Figure[] = [
    {
      name: 'Remote write, encoded and compressed, samples per second of one core',
      value: `${digits(perSecond)} (${digits((seconds / CYCLES) * 1000)} ms for ${SERIES})`,
      peer: `snappyjs alone: ${digits(snappyMs(payloads))} ms for as many`,
      reach: `≥ ${REACH_ENCODED.toLocaleString('en')}`,
      isReached: perSecond >= REACH_ENCODED,
    },
  ];
  return existsSync(VICTORIA) ? [...figures, await measureTaken(payloads)] : figures;
};

/** Milliseconds to compress the payloads of a cycle. */
function snappyMs(payloads: readonly Payload[]): number {
  const plain = payloads.map(({ bytes }) => snappy.uncompress(bytes));
  const before = process.cpuUsage();
  for (const bytes of plain) snappy.compress(bytes);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / CYCLES;
}

async function measureTaken(payloads: readonly Payload[]): Promise<Figure> {
  const data = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const server = await startChild(
    '/bin/sh',
    ['-c', `exec ${VICTORIA} -storageDataPath=${data} -httpListenAddr=127.0.0.1:${PORT} 2>&1`],
    'started VictoriaMetrics',
  );
  const lag = monitorEventLoopDelay({ resolution: 5 });
  try {
    await pause(200);
    lag.enable();
    const start = performance.now();
    for (const { bytes } of payloads) {
      const answer = await fetch(`http://127.0.0.1:${PORT}/api/v1/write`, {
        method: 'POST',
        body: bytes as Uint8Array<ArrayBuffer>,
        headers: { 'content-encoding': 'snappy', 'content-type': 'application/x-protobuf' },
      });
      if (answer.status !== 204) throw new Error(`VictoriaMetrics answers ${answer.status}`);
    }
    const perSecond = (CYCLES * SERIES * 1000) / (performance.now() - start);
    return {
      name: 'Remote write into VictoriaMetrics, one request at a time, samples per second',
      value: `${digits(perSecond)}; longest pause of the event loop ${digits(lag.max / 1e6)} ms`,
      peer: 'none',
      reach: `≥ ${REACH_TAKEN.toLocaleString('en')}`,
      isReached: perSecond >= REACH_TAKEN,
    };
  } finally {
    lag.disable();
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}
