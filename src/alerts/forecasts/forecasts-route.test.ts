import { expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { featuresWith } from '../../../test/support/features.ts';
import { LatestForecasts } from '../../core/latest-forecasts.ts';
import { give } from '../../core/parts/service.ts';
import type { Forecast } from '../../core/forecast.ts';

const NOW = 1_795_824_000_000;
const DAY = 86_400_000;

const home: Forecast = {
  kind: 'fs',
  subject: '/home',
  label: '/home',
  from: NOW + 9 * DAY,
  likely: NOW + 11 * DAY,
  to: NOW + 14 * DAY,
  growth: { low: 1, likely: 2, high: 3 },
  used: 50,
  limit: 100,
  unit: 'byte',
};

it('serves forecasts with their sentences', async () => {
  const forecasts = () => ({ time: NOW, forecasts: [home], missing: ['No history.'] });
  const { get } = createFakeApi(undefined, {
    features: featuresWith(give(LatestForecasts, forecasts)),
    now: () => NOW,
  });
  expect((await get('/api/forecasts')).json()).toEqual({
    time: NOW,
    forecasts: [{ ...home, sentence: '/home is full in 9 to 14 days.' }],
    missing: ['No history.'],
  });
  const metrics = (await get('/metrics')).body;
  expect(metrics).toContain(
    `\n# TYPE gander_fs_full_seconds gauge\ngander_fs_full_seconds{mountpoint="/home"} ${11 * 86_400}\n`,
  );
  expect(metrics).toContain(`\ngander_fs_full_latest_seconds{mountpoint="/home"} ${14 * 86_400}\n`);
  expect(metrics).not.toContain('gander_inodes_full');
});

it('says so where no history is kept', async () => {
  const { get } = createFakeApi();
  const { time, forecasts, missing } = (await get('/api/forecasts')).json();
  expect([time, forecasts, missing]).toEqual([null, [], ['This program keeps no history.']]);
  expect((await get('/metrics')).body).not.toContain('_full_');
});
