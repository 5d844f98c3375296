import { expect, it } from 'vitest';
import type { PluginValue } from '../../core/served.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import type { Forecasts } from '../../core/forecast.ts';
import { Slice } from '../../core/slice.ts';
import type { HistorySource, Share } from '../past/history-source.ts';
import { Forecaster } from './forecaster.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 22, 12, 20);
const GIB = 1024 ** 3;

interface Rig {
  /** Bytes left by mount point, given days before the start. */
  left?: Readonly<Record<string, (days: number) => number>>;
  programs?: (days: number) => readonly Share[];
  values?: Readonly<Record<string, PluginValue>>;
  oldest?: number;
  source?: () => HistorySource | string;
}

const mounted = (mount: string, free: number, more: object = {}) => ({
  device_name: `/dev/${mount.slice(1)}`,
  fs_type: 'ext4',
  mnt_point: mount,
  options: 'rw',
  used: 100 * GIB - free,
  free,
  ...more,
});

function rig({ left = {}, programs = () => [], oldest, ...setup }: Rig) {
  const clock = createFakeClock(START);
  const reads: string[] = [];
  const daysAt = (time: number): number => (START - time) / DAY;
  const source: HistorySource = {
    pace: 2000,
    oldest: oldest ?? null,
    slice: new Slice({ ms: 1e9 }),
    version: () => null,
    async *range(ids, { from, to, step }) {
      reads.push(`${ids.join(' ')} ${(to - from) / HOUR} h`);
      for (const id of ids) {
        const valueAt = left[id.replace(/^fs\/(.*)_free$/, '$1')];
        const times = Array.from({ length: (to - from) / step }, (_, index) => from + (index + 0.5) * step);
        const known = (time: number): number =>
          oldest !== undefined && time < oldest ? Number.NaN : (valueAt?.(daysAt(time)) ?? Number.NaN);
        const avg = Float64Array.from(times, known);
        yield valueAt === undefined
          ? null
          : {
              info: { plugin: 'fs', item: null, field: 'free', kind: 'gauge', unit: 'byte' },
              bins: { avg, min: avg, max: avg, covered: avg },
            };
      }
    },
    series: async () => [],
    moment: async () => ({ time: 0, step: 0, objects: new Map(), lists: new Map() }),
    top: async (at) => ({ time: at, seconds: 60, cpu: [], io: [], memory: programs(daysAt(at)) }),
    events: async () => ({ events: [], marks: [], notes: [] }),
  };
  const values: Record<string, PluginValue> = {
    fs: Object.entries(left).map(([mount, valueAt]) => mounted(mount, valueAt(0))),
    ...setup.values,
  };
  const results: Forecasts[] = [];
  const forecaster = new Forecaster({
    source: setup.source ?? (() => source),
    latest: (plugin) => values[plugin] ?? null,
    clock,
    onResult: (result) => void results.push(result),
  });
  forecaster.start();
  return { forecaster, clock, reads, results, values };
}

/** Until two weeks are read: a piece every 20 seconds. */
async function readAll({ clock, forecaster }: ReturnType<typeof rig>): Promise<Forecasts> {
  for (let pieces = 0; pieces < 60; pieces += 1) await clock.advance(20_000);
  return forecaster.latest();
}

it('predicts a disk that fills by a gibibyte a day', async () => {
  const { time, forecasts, missing } = await readAll(rig({ left: { '/home': (days) => (10 + days) * GIB } }));
  expect([time !== null, missing]).toEqual([true, []]);
  expect(forecasts).toMatchObject([{ kind: 'fs', subject: '/home', used: 90 * GIB, limit: 100 * GIB }]);
  const [{ from, likely, to, growth } = expect.fail()] = forecasts;
  expect((likely - START) / DAY).toBeCloseTo(10, 0);
  expect([from < likely, likely < to, to - START < 12 * DAY]).toEqual([true, true, true]);
  expect((growth?.likely ?? 0) * 86_400).toBeCloseTo(GIB, -6);
});

it('says that the history is being read, then reads an hour at a time', async () => {
  const running = rig({ left: { '/home': (days) => (10 + days) * GIB } });
  await running.clock.advance(0);
  expect(running.forecaster.latest()).toMatchObject({
    time: null,
    forecasts: [],
    missing: ['The history is being read; forecasts follow within half an hour.'],
  });
  await readAll(running);
  expect(running.reads).toEqual(Array.from({ length: 56 }, () => 'fs//home_free 6 h'));
  await running.clock.advance(HOUR);
  expect(running.reads.slice(56)).toEqual(['fs//home_free 1 h']);
  const [before, after] = running.results.slice(-2).map(({ forecasts }) => forecasts[0]?.likely ?? 0);
  expect(Math.abs((after ?? 0) - (before ?? 0))).toBeLessThan(HOUR);
});

it('reads a file system that was mounted later, and forgets those that are gone', async () => {
  const left = { '/home': (days: number) => (10 + days) * GIB, '/data': () => 50 * GIB };
  const running = rig({ left, values: { fs: [mounted('/home', 10 * GIB)] } });
  await readAll(running);
  running.values['fs'] = [mounted('/data', 50 * GIB)];
  await running.clock.advance(HOUR);
  expect(running.forecaster.latest().time).not.toBeNull();
  await running.clock.advance(HOUR);
  expect(running.reads.filter((read) => read.startsWith('fs//data_free 6 h'))).toHaveLength(56);
  expect(running.forecaster.latest()).toMatchObject({ forecasts: [], missing: [] });
});

it('reads all again after a long sleep', async () => {
  const running = rig({ left: { '/home': (days) => (10 + days) * GIB } });
  await readAll(running);
  running.clock.step(2 * DAY);
  await running.clock.advance(HOUR);
  expect(running.results.slice(-2).map(({ time }) => time === null)).toEqual([true, false]);
  expect(running.reads.filter((read) => read.endsWith(' 6 h'))).toHaveLength(112);
  expect(running.forecaster.latest().forecasts).toHaveLength(1);
});

it('names histories that are too short, and reads no further back than there is', async () => {
  const running = rig({ left: { '/home': (days) => (10 + days) * GIB }, oldest: START - 2 * DAY });
  const { forecasts, missing } = await readAll(running);
  expect([forecasts, missing]).toEqual([[], ['/home has 2 days of history; a forecast needs 3.']]);
  expect(running.reads).toHaveLength(8);
});

it('predicts nothing of images, full disks and second mounts of a device', async () => {
  const left = (days: number): number => (10 + days) * GIB;
  const fs = [
    mounted('/snap', 1, { fs_type: 'squashfs', options: 'ro' }),
    mounted('/full', 0),
    mounted('/home', left(0), { device_name: '/dev/sda1' }),
    mounted('/srv/bind', left(0), { device_name: '/dev/sda1' }),
  ];
  const { forecasts } = await readAll(rig({ left: { '/home': left, '/srv/bind': left }, values: { fs } }));
  expect(forecasts.map(({ subject }) => subject)).toEqual(['/home']);
});

it('predicts memory by programs that only grow', async () => {
  const programs = (days: number): Share[] => [
    ['java', (20 - days) * GIB],
    ['restarted', (5 + ((20 - days) % 7)) * GIB],
    ['steady', 4 * GIB],
  ];
  const mem = { available: 30 * GIB, total: 64 * GIB };
  const { forecasts } = await readAll(rig({ programs, values: { mem } }));
  expect(forecasts).toMatchObject([{ kind: 'programs', subject: 'java', unit: 'byte' }]);
});

it('adds up a program that runs in several containers', async () => {
  const programs = (days: number): Share[] => [
    ['java', (20 - days) * GIB, null, 'shop'],
    ['java', 2 * GIB, null, 'search'],
  ];
  const mem = { available: 30 * GIB, total: 64 * GIB };
  const { forecasts } = await readAll(rig({ programs, values: { mem } }));
  expect(forecasts).toMatchObject([
    { subject: 'java', used: expect.closeTo(22 * GIB, -8), limit: expect.closeTo(52 * GIB, -8) },
  ]);
});

it('knows when certificates expire and disks are worn out without a history', async () => {
  const wear = (used: string, hours: number) => ({
    DeviceName: 'nvme0n1 SAMSUNG',
    '5': { name: 'Percentage used (%)', raw: used },
    '14': { name: 'Power-on hours', raw: hours },
  });
  const off = { source: () => 'There is no history on disk: it is off.' };
  const checks = [{ name: 'web_1', description: 'Shop', certificate_days: 12.5 }];
  const { forecaster, clock } = rig({ ...off, values: { checks, smart: [wear('98', 40_000)] } });
  await clock.advance(0);
  const { time, forecasts, missing } = forecaster.latest();
  expect([time, missing]).toEqual([null, ['There is no history on disk: it is off.']]);
  expect(forecasts).toMatchObject([
    { kind: 'certificates', label: 'Shop', likely: START + 12.5 * DAY, growth: null },
    { kind: 'wear', label: 'nvme0n1', likely: START + (2 / 98) * 40_000 * HOUR },
  ]);
  for (const smart of [wear('1', 40_000), wear('50', 100), wear('?', 40_000)]) {
    const other = rig({ ...off, values: { smart: [smart] } });
    await other.clock.advance(0);
    expect(other.forecaster.latest().forecasts).toEqual([]);
  }
});

it('reads SSDs that count down from a hundred', async () => {
  const smart = [
    {
      DeviceName: 'sda CT500',
      '9': { name: 'Power_On_Hours', raw: '20000' },
      '177': { name: 'Wear_Leveling_Count', value: '004', raw: '3000' },
    },
  ];
  const { forecaster, clock } = rig({ source: () => 'None.', values: { smart } });
  await clock.advance(0);
  expect(forecaster.latest().forecasts).toMatchObject([{ kind: 'wear', label: 'sda' }]);
});

it('says why the history cannot be read, and reads all of it in the next hour', async () => {
  let isBroken = false;
  const left = (days: number): number => {
    if (isBroken) throw new Error('input/output error');
    return (10 + days) * GIB;
  };
  const values = { fs: [mounted('/home', 10 * GIB)] };
  const running = rig({ left: { '/home': left }, values });
  await running.clock.advance(60_000);
  isBroken = true;
  await running.clock.advance(20_000);
  expect(running.forecaster.latest()).toMatchObject({
    time: null,
    missing: ['The history cannot be read: input/output error.'],
  });
  isBroken = false;
  await running.clock.advance(2 * HOUR);
  expect(running.reads.filter((read) => read.endsWith(' 6 h'))).toHaveLength(5 + 56);
  expect(running.forecaster.latest().forecasts).toHaveLength(1);
  running.forecaster.stop();
  await running.clock.advance(2 * HOUR);
  expect(running.reads.filter((read) => read.endsWith(' 1 h')).length).toBeLessThan(3);
});
