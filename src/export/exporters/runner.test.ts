import { expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { commonOf, defaultsOf } from '../../../test/support/exporter-defaults.ts';
import { openingOf } from '../../../test/support/exporter-opening.ts';
import { closed, listOf, text } from '../../core/shape.ts';
import { secretOption, textOption } from '../../core/options.ts';
import { denied, type DeliveryVerdict } from '../../net/deliver/verdict.ts';
import type { CommonOptions } from './options.ts';
import { defineExporter, type Cycle, type Exporter } from './exporter.ts';
import { jsonPayload } from './shared/payload.ts';
import { createRunner, type RunnerSetup } from './runner.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1, 12, 0, 7);

const TAKEN: DeliveryVerdict = { kind: 'sent', answer: 'ok' };

/** Times of the cycles within three minutes, and the last state. */
async function run(
  common: Partial<CommonOptions>,
  {
    folder = null,
    verdict = TAKEN,
    exporter: more = {},
    lacks = () => null,
    seconds = 180,
    earlyMs = 0,
  }: {
    folder?: string | null;
    verdict?: DeliveryVerdict;
    exporter?: Partial<Pick<Exporter, 'options' | 'packages' | 'open'>>;
    lacks?: RunnerSetup['lacks'];
    seconds?: number;
    /** Timers of more than a second fire this much too early. */
    earlyMs?: number;
  } = {},
) {
  const clock = createFakeClock(START);
  const times: number[] = [];
  const exporter = defineExporter({
    name: 'test',
    description: 'Test.',
    options: {},
    sendsLimits: false,
    interval: 60,
    target: () => 'nowhere',
    encoder:
      () =>
      ({ time }) => [{ bytes: Buffer.from(String(time)), samples: 1 }],
    open: () => ({ send: async () => verdict }),
    ...more,
  });
  const runner = createRunner({
    ...openingOf(exporter),
    resolved: {
      name: 'test',
      where: 'test',
      exporter,
      common: { ...commonOf(exporter), ...common },
      options: defaultsOf(exporter.options),
      certificates: null,
    },
    clock: {
      ...clock,
      setTimer: (callback, ms) => clock.setTimer(callback, ms > 1000 ? ms - earlyMs : ms),
    },
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
    lacks,
    log: () => {},
  });
  await runner.start();
  for (let second = 0; second < seconds; second += 1) await clock.advance(1000);
  // Files are written in real time, so the end waits for them.
  await runner.stop();
  return { times, state: runner.state() };
}

it('exports at whole multiples of the interval', async () => {
  const { times, state } = await run({});
  expect(times.map((time) => time % MINUTE)).toEqual([0, 0, 0]);
  expect(state).toMatchObject({ state: 'ok', plugins: ['cpu'], interval: 60, repeated_batches: 0 });
});

it('exports in the period whose multiple has come, although timers come early', async () => {
  const { times } = await run({}, { earlyMs: 20 });
  expect(
    times.map((time) => [Math.floor(time / MINUTE) - Math.floor(START / MINUTE), time % MINUTE]),
  ).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
  ]);
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
    /^refused; cannot write to \/dev\/null\/test \(it is not a folder.*\): what waits is kept in/,
  );
});

it('names the keys to check where the target does not accept them', async () => {
  const options = {
    host: textOption('x', 'Host.'),
    user: textOption('x', 'User.'),
    password: secretOption('Password.'),
  };
  const { state } = await run({}, { verdict: denied('bad password'), exporter: { options } });
  expect(state).toMatchObject({
    state: 'failing',
    reason: 'bad password; check user and password in [test]',
  });
});

it('drops a payload that another version has queued in another form, and says so', async () => {
  const { in: read } = jsonPayload(closed('', { docs: listOf(text()) }));
  const open = () => ({
    send: async (bytes: Uint8Array): Promise<DeliveryVerdict> => ({
      kind: 'sent',
      answer: read(bytes).docs[0]!,
    }),
  });
  const { state } = await run({}, { exporter: { open }, seconds: 60 });
  expect(state).toMatchObject({
    last_error: 'it was queued by another version, in another form',
    queued_batches: 0,
    dropped_samples: { refused: 1 },
  });
});

it('knows before the first export that a package is missing', async () => {
  const lacks = (name: string) => `needs the package ${name}: npm install ${name}`;
  const { state } = await run({}, { exporter: { packages: ['x'] }, lacks, seconds: 0 });
  expect(state).toMatchObject({
    state: 'unsupported',
    reason: 'needs the package x: npm install x',
    last_try: null,
  });
  const { state: later } = await run({}, { exporter: { packages: ['x'] }, lacks });
  // It was installed in between.
  expect(later).toMatchObject({ state: 'ok', reason: null });
});
