import { mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { archiveOf } from '../../../test/support/agent-archive.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { nodeDisk } from '../../core/files/disk.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { createStore } from '../../core/store/store.ts';
import { forecastSource, readPastSeries } from './past-series.ts';

const NOON = Date.UTC(2026, 10, 22, 12);

/** Averages of the first hour, as forecasts read them. */
async function averagesIn(folder: string): Promise<(number[] | null)[]> {
  const range = { from: NOON, to: NOON + 3_600_000, step: 3_600_000, hasBand: false };
  const found: (number[] | null)[] = [];
  for await (const one of forecastSource(folder, plugins).range(['cpu/total'], range))
    found.push(one && [...one.bins.avg]);
  return found;
}

it('reads what another process has written, while that goes on', async () => {
  const folder = `${temporaryTree()}/archive`;
  const query = { plugin: 'cpu', series: 'total', from: NOON, to: NOON + 10_000, points: 10 };
  expect(await readPastSeries(folder, plugins, query)).toMatchObject({ values: [] });
  expect(await averagesIn(folder)).toEqual([null]);
  const store = createStore(plugins, 100);
  for (const [at, value] of [
    [0, 10],
    [2000, 20],
    [4000, 60],
  ] as const) {
    store.history('cpu').begin(NOON + at);
    store.history('cpu').record('total', value);
  }
  mkdirSync(folder);
  const clock = createFakeClock(NOON + 5000);
  const archive = await archiveOf({ plugins, store }, clock, { disk: nodeDisk, path: folder });
  const { times, values } = await readPastSeries(folder, plugins, query);
  expect(values.filter((value) => !Number.isNaN(value))).toEqual(expect.arrayContaining([10, 20, 60]));
  expect(times[0]).toBe(NOON + 500);
  expect(await readPastSeries(folder, plugins, { ...query, series: 'nothing' })).toMatchObject({
    values: [],
  });
  expect(await averagesIn(folder)).toEqual([[30]]);
  await archive.stop();
  await expect(readPastSeries('/proc/version', plugins, query)).rejects.toThrow(
    '/proc/version cannot be read',
  );
});
