import { expect, it } from 'vitest';
import { defineFeed } from '../../core/failure-rule.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { hostWith } from '../../../test/support/sampling.ts';
import { runAlertProbes } from './alert-probes.ts';

it('reads what is observed at its pace, and says once that it cannot', async () => {
  const clock = createFakeClock();
  const log: string[] = [];
  const published: unknown[] = [];
  let reading: (() => number) | null = () => 1;
  const probe = (name: string) => ({
    feed: defineFeed<unknown>(name),
    seconds: 5,
    create: () => () => {
      if (reading === null) throw new Error('no such file');
      return reading();
    },
  });
  const stop = runAlertProbes({
    probes: [probe('observed'), probe('ignored')],
    watch: { observes: (name) => name === 'observed', publish: (_, value) => void published.push(value) },
    host: hostWith(clock),
    log: (_, text) => void log.push(text),
  });
  await clock.advance(5000);
  reading = null;
  await clock.advance(10_000);
  reading = () => 2;
  await clock.advance(5000);
  expect(published).toEqual([1, null, null, 2]);
  expect(log).toEqual(['Alerts of observed are not judged: no such file.']);
  stop();
  await clock.advance(60_000);
  expect(published).toHaveLength(4);
});
