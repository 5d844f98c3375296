import { expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { FORECASTS } from '../../core/alert-feeds.ts';
import { HostClock } from '../../core/base-services.ts';
import { NO_FORECASTS } from '../../core/forecast.ts';
import { LatestForecasts } from '../../core/latest-forecasts.ts';
import { openParts } from '../../core/parts/open.ts';
import { type Given, give, off } from '../../core/parts/service.ts';
import { FailureWatch } from '../failure-rules/watch.ts';
import { OwnArchive } from '../../history/archive/own-archive.ts';
import { Sampling } from '../../measure/sampler/sampling.ts';
import { forecastsPart } from './forecasts-part.ts';

async function started(archive: Given) {
  const published: unknown[] = [];
  const running = await openParts([forecastsPart], {
    given: [
      archive,
      give(Sampling, { plugins: [], store: {}, sampler: {} } as never),
      give(FailureWatch, {
        publish: (feed: unknown, value: unknown) => published.push([feed, value]),
      } as never),
      give(HostClock, createFakeClock()),
    ],
  });
  const latest = running.get(LatestForecasts);
  expect(latest()).toBe(NO_FORECASTS);
  await running.start();
  return { ...running, latest, published };
}

it('says why there is no history, and publishes what needs none', async () => {
  const { latest, published, stop } = await started(give(OwnArchive, off('turned off by --disable-archive')));
  const missing = ['There is no history on disk: turned off by --disable-archive.'];
  await expect.poll(latest).toEqual({ time: null, forecasts: [], missing });
  expect(published).toEqual([[FORECASTS, latest()]]);
  await stop();
});

it('begins once the history has been opened, or found unusable', async () => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const asked: string[] = [];
  const archive = {
    opened,
    status: { reason: 'the disk is full' },
    reading() {
      asked.push('reads');
      return null;
    },
  };
  const { latest, stop } = await started(give(OwnArchive, archive as never));
  expect(asked).toEqual([]);
  open();
  await expect.poll(() => latest().missing).toEqual(['There is no history on disk: the disk is full.']);
  expect(asked).toEqual(['reads']);
  await stop();
});
