import { expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { commonOf, defaultsOf, openingOf } from '../../test/support/export-once.ts';
import type { Verdict } from '../deliver/verdict.ts';
import type { CommonOptions } from './options.ts';
import { defineExporter, type Cycle } from './exporter.ts';
import { createRunner } from './runner.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1, 12, 0, 7);

const TAKEN: Verdict = { kind: 'sent', answer: 'ok' };

/** Times of the cycles within three minutes, and the last state. */
async function run(
  common: Partial<CommonOptions>,
  { folder = null, verdict = TAKEN }: { folder?: string | null; verdict?: Verdict } = {},
) {
  const clock = createFakeClock(START);
  const times: number[] = [];
  const exporter = defineExporter({
    name: 'test',
    description: 'Test.',
    options: {},
    delivery: 'queued',
    sendsLimits: false,
    interval: 60,
    target: () => 'nowhere',
    encoder:
      () =>
      ({ time }) => [{ bytes: Buffer.from(String(time)), samples: 1 }],
    open: () => ({ send: async () => verdict }),
  });
  const runner = createRunner({
    ...openingOf(exporter),
    resolved: {
      name: 'test',
      where: 'test',
      exporter,
      common: { ...commonOf(exporter), ...common },
      options: defaultsOf(exporter.options),
      ca: null,
    },
    clock,
    folder,
    queueBytes: 1e6,
    refresh: 2,
    sends: ['cpu'],
    cycle(interval): Cycle {
      times.push(clock.now());
      return { time: clock.now(), host: 'x', interval, points: () => [], families: () => [] };
    },
    readKernel: async () => [],
    renew: () => {},
    log: () => {},
  });
  await runner.start();
  for (let second = 0; second < 180; second += 1) await clock.advance(1000);
  // Files are written in the time of the machine: the end waits for them.
  await runner.stop();
  return { times, state: runner.state() };
}

it('exports at whole multiples of the interval', async () => {
  const { times, state } = await run({});
  expect(times.map((time) => time % MINUTE)).toEqual([0, 0, 0]);
  expect(state).toMatchObject({ state: 'ok', plugins: ['cpu'], interval: 60, repeated_batches: 0 });
});

it('exports at a moment of its own where it is told not to align', async () => {
  const { times } = await run({ align: false });
  const [phase = 0] = times.map((time) => time % MINUTE);
  expect(times.length).toBeGreaterThanOrEqual(2);
  for (const time of times) expect(Math.abs((time % MINUTE) - phase)).toBeLessThan(1000);
});

it('says why the target takes nothing, and what is wrong with the disk on which that waits', async () => {
  const { state } = await run({}, { folder: '/dev/null', verdict: { kind: 'again', answer: 'refused' } });
  expect(state.reason).toMatch(
    /^refused; cannot write to \/dev\/null\/test \(ENOTDIR.*\): what waits is kept in/,
  );
});
