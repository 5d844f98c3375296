import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import type { Forecast, Forecasts } from '../../core/forecast.ts';
import { fsFullSoon } from './fs-full-soon.ts';

const START = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

const full = (days: number, more: Partial<Forecast> = {}): Forecast => ({
  kind: 'fs',
  subject: '/home',
  label: '/home',
  from: START + days * 0.5 * DAY,
  likely: START + days * DAY,
  to: START + days * 2 * DAY,
  growth: { low: 1, likely: 2, high: 4 },
  used: 50,
  limit: 100,
  unit: 'byte',
  ...more,
});
const of = (...forecasts: Forecast[]): { forecasts: Forecasts } => ({
  forecasts: { time: START, forecasts, missing: [] },
});
const unread = { forecasts: { time: null, forecasts: [], missing: ['The history is being read.'] } };

testKind(fsFullSoon, {
  fine: of(full(9)),
  raise: [of(full(2.2))],
  is: ['FS_FULL_SOON_/HOME', 'WARNING', '/home is full in 1 to 5 days.'],
  clear: [of()],
  gone: [of()],
  unreadable: [unread],
});

it('goes on until the forecast is twice as late', async () => {
  const rig = createKindRig(fsFullSoon);
  await rig.feed(of(full(4)));
  expect(rig.told()).toEqual([]);
  await rig.feed(of(full(2.9)));
  await rig.feed(of(full(5)));
  expect(rig.told()).toEqual(['begin FS_FULL_SOON_/HOME']);
  await rig.feed(of(full(7)));
  expect(rig.told()).toEqual(['end FS_FULL_SOON_/HOME']);
});

it('names what runs out first, and leaves other forecasts alone', async () => {
  const rig = createKindRig(fsFullSoon);
  await rig.feed(
    of(full(1, { kind: 'inodes' }), full(2), full(1, { kind: 'programs', subject: 'java', label: 'java' })),
  );
  expect(rig.ongoing().map(({ finding }) => finding?.sentence)).toEqual([
    '/home has no free inodes within 2 days.',
  ]);
});
