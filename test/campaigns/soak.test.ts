/**
 * The soak campaign: the fastest refresh, processes that come and go, streams that open and close. Memory and descriptors must
 * not grow. `npm run soak` runs it for ten minutes on a machine of its own, where answers must not get slower either, and prints
 * the slopes.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import http from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { isInThisRun } from '../support/full-run.ts';
import { type LiveAgent, pause, serveLive } from '../support/live-agent.ts';
import { act } from '../support/live-tools.ts';

const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 8);
/** Until caches and the history are full: 300 samples, ten a second. */
const WARM_UP_SECONDS = Math.min(60, SECONDS / 3);
const LEAST_SAMPLES = 15;
const STREAMS = 8;
/**
 * The second half may be above the first by so much. Within seconds the heap is still finding its size (10 MB here); later two
 * medians differ by garbage. Descriptors differ by streams that just close and open. Answers are timed in long runs alone:
 * short ones have other suites beside them.
 */
const IS_SHORT = SECONDS < 120;
const MOST = { megabytes: IS_SHORT ? 20 : 6, files: STREAMS, ms: 10 };
const STREAM_MS = 2000;
const PAGE_BYTES = 4096;

interface Sample {
  seconds: number;
  megabytes: number;
  files: number;
  /** Time of a short reply. */
  ms: number;
}

/** Change of a value in an hour, by least squares. */
function slopeOf(samples: readonly Sample[], valueOf: (sample: Sample) => number): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [time, value] = [mean(({ seconds }) => seconds), mean(valueOf)];
  const covariance = mean((sample) => (sample.seconds - time) * (valueOf(sample) - value));
  return (covariance / mean(({ seconds }) => (seconds - time) ** 2)) * 3600;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Follows the stream for a while, again and again. */
async function stream({ port }: LiveAgent, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await new Promise<void>((resolve) => {
      const request = http.get({ port, host: '127.0.0.1', path: '/api/stream', agent: false }, (reply) => {
        reply.resume();
        setTimeout(() => request.destroy(), STREAM_MS);
      });
      request.once('close', resolve).on('error', () => {});
    });
  }
}

/** Open files except /proc's, which are kept per process. */
function filesOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  const isKept = (file: string): boolean => {
    try {
      return readlinkSync(`${folder}/${file}`).startsWith('/proc/');
    } catch {
      return true;
    }
  };
  return readdirSync(folder).filter((file) => !isKept(file)).length;
}

async function sample(agent: LiveAgent, start: number): Promise<Sample> {
  const { status, ms } = await agent.request('/api/4/cpu');
  expect(status).toBe(200);
  return {
    seconds: (performance.now() - start) / 1000,
    megabytes: (Number(readFileSync(`/proc/${agent.pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES) / 1e6,
    files: filesOf(agent.pid),
    ms,
  };
}

const isWanted = process.env['SOAK_SECONDS'] !== undefined || isInThisRun('the soak campaign');

it.runIf(isWanted)(`nothing grows within ${SECONDS} s`, { timeout: (SECONDS + 60) * 1000 }, async () => {
  const agent = await serveLive({ argv: ['-t', '0.1'] });
  onTestFinished(async () => void (await agent.stop('SIGKILL')));
  act('sh', '-c', 'while :; do (:); sleep 0.01; done');
  const start = performance.now();
  const samples: Sample[] = [];
  const isOver = (): boolean => performance.now() - start > SECONDS * 1000 && samples.length >= LEAST_SAMPLES;
  const streams = Array.from({ length: STREAMS }, () => stream(agent, isOver));
  while (!isOver()) {
    await agent.request('/api/4/all');
    samples.push(await sample(agent, start));
    await pause(200);
  }
  await Promise.all(streams);

  const warm = samples.filter(({ seconds }) => seconds > WARM_UP_SECONDS);
  const half = Math.floor(warm.length / 2);
  const growth = (valueOf: (one: Sample) => number): number =>
    median(warm.slice(half).map(valueOf)) - median(warm.slice(0, half).map(valueOf));
  const growing: string[] = [];
  const report = (what: string, most: number, valueOf: (one: Sample) => number): string => {
    const grown = growth(valueOf);
    if (grown > most) growing.push(what);
    return `${what} ${grown.toFixed(1)} (at most ${most}; ${slopeOf(warm, valueOf).toFixed(1)} an hour)`;
  };
  const reports = [
    report('MB', MOST.megabytes, ({ megabytes }) => megabytes),
    report('descriptors', MOST.files, ({ files }) => files),
    ...(IS_SHORT ? [] : [report('ms', MOST.ms, ({ ms }) => ms)]),
  ];
  const level = median(warm.map(({ megabytes }) => megabytes)).toFixed(0);
  console.info(
    `soak: ${SECONDS} s, ${warm.length} samples, ${level} MB; second half against first: ${reports.join(', ')}; ` +
      `verdict: ${growing.length === 0 ? 'nothing grows' : `${growing.join(' and ')} grow`}`,
  );
  expect(growing).toEqual([]);
});
