import { describe, expect, it } from 'vitest';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import type { RunOutcome } from '../../../core/host.ts';
import { createCollector } from './collector.ts';

type Answer = Partial<RunOutcome> | object;

const MINUTE = 60_000;
const disk = (model: string, more: object = {}) => ({
  model_name: model,
  user_capacity: { bytes: 1 },
  ...more,
});
const asleep = { smartctl: { messages: [{ string: 'Device is in STANDBY mode, exit(2)' }] } };
const hangs = { code: null, failure: 'smartctl did not end within 15000 ms' };
const scanOf = (...names: string[]) => ({
  devices: names.map((name) => ({ name: `/dev/${name}`, type: 'sat' })),
});

/** Answers by the name of the device; `scan` is that of the scan. */
function collecting(first: Record<string, Answer>) {
  let answers = first;
  const asked: string[] = [];
  let running = 0;
  let most = 0;
  const host = createRecordedHost(temporaryTree());
  const collect = createCollector({
    ...host,
    async run(argv) {
      const name = argv.includes('--scan-open') ? 'scan' : (argv.at(-1) ?? '').slice('/dev/'.length);
      asked.push(name);
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      const answer = answers[name] ?? {};
      const outcome = { code: 0, stdout: JSON.stringify(answer), stderr: '', failure: null };
      return 'failure' in answer || 'stdout' in answer ? { ...outcome, stdout: '', ...answer } : outcome;
    },
  });
  return {
    clock: host.clock,
    answers: (next: Record<string, Answer>) => (answers = { ...answers, ...next }),
    asked: () => asked.splice(0),
    most: () => most,
    async collect() {
      const collected = await collect();
      if (typeof collected === 'string') return collected;
      return { models: collected.disks.map((known) => known.disk.model), problems: collected.problems };
    },
  };
}

describe('disks', () => {
  it('keep what they said while they sleep, fail or hang', async () => {
    const host = collecting({
      scan: scanOf('sda', 'sdb', 'sdc'),
      sda: disk('A'),
      sdb: disk('B'),
      sdc: disk('C'),
    });
    const models = ['A', 'B', 'C'];
    expect(await host.collect()).toEqual({ models, problems: [] });
    host.answers({ sda: asleep, sdb: { stdout: 'segmentation fault' }, sdc: hangs });
    expect(await host.collect()).toEqual({
      models,
      problems: [expect.stringMatching('/dev/sdb: .*JSON'), '/dev/sdc: smartctl did not end within 15000 ms'],
    });
    host.answers({ sda: disk('A2'), sdb: disk('B2'), sdc: disk('C2') });
    host.asked();
    expect(await host.collect()).toMatchObject({ models: ['A2', 'B2', 'C'] });
    expect(host.asked()).toEqual(['scan', 'sda', 'sdb']);
    await host.clock.advance(60 * MINUTE);
    expect(await host.collect()).toEqual({ models: ['A2', 'B2', 'C2'], problems: [] });
  });

  it('that have gone are forgotten', async () => {
    const host = collecting({ scan: scanOf('sda', 'sdb'), sda: disk('A'), sdb: disk('B') });
    await host.collect();
    host.answers({ scan: scanOf('sdb') });
    expect(await host.collect()).toEqual({ models: ['B'], problems: [] });
  });

  it('are asked on when the scan fails, and otherwise there is a reason', async () => {
    const host = collecting({ scan: hangs });
    expect(await host.collect()).toBe('smartctl did not end within 15000 ms');
    host.answers({ scan: scanOf('sda'), sda: disk('A') });
    await host.collect();
    host.answers({ scan: { stdout: 'rubbish' }, sda: disk('A2') });
    expect(await host.collect()).toMatchObject({
      models: ['A2'],
      problems: [expect.stringContaining('JSON')],
    });
  });

  it('are asked two at a time', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `sd${index}`);
    const host = collecting({
      scan: scanOf(...names),
      ...Object.fromEntries(names.map((name) => [name, disk(name)])),
    });
    expect(await host.collect()).toMatchObject({ models: names });
    expect(host.most()).toBe(2);
  });
});
