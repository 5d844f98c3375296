import { expect, it } from 'vitest';
import { Turns } from '../../../../core/turns.ts';
import type { Plugin } from '../../../../core/plugin.ts';
import { StoredPast } from '../../../../keep/database/stored-past.ts';
import { PART } from '../../../../keep/database/promql.ts';
import type { StoredSetup } from '../../../../keep/database/setup.ts';
import { Row } from '../../../../keep/database/rows.ts';
import { deepPieces } from '../../../bodies/pieces.ts';
import { render } from '../../../bodies/render.ts';
import { newestOf, rangeOf, type StoredHost } from './history.ts';

const COUNT = 20_000;
const FIELD = {
  plugin: 'load',
  field: 'min1',
  kind: 'gauge',
  unit: 'number',
  factor: 1,
  item: null,
  isPlain: true,
  isRecorded: true,
  expression: () => 'x',
};

/** A database whose answers have one row of all steps for each part of a query. */
function pastOf(): StoredPast {
  const range = async (_query: string, { from, to }: { from: number; to: number }, step: number) => {
    const points: number[] = [];
    for (let time = from; time <= to; time += step) points.push(time, time / 7);
    return [0, 1, 2].map((part) => new Row({ [PART]: String(part) }, points));
  };
  const setup = {
    database: { name: 'db', range },
    profile: { fields: [FIELD], texts: [] },
    label: 'instance',
    interval: 15,
    scope: {},
  };
  return new StoredPast(setup as unknown as StoredSetup);
}

/** Counts the turns that others get while work goes on, with slices that are over at once. */
async function turnsDuring<T>(work: (host: StoredHost) => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0;
  const slice = new Turns().begin(0, false, () => {
    turns += 1;
    return false;
  });
  const host: StoredHost = { past: pastOf(), name: 'web1', now: COUNT * 15_000, slice };
  return { result: await work(host), turns };
}

it('lets others have turns while it makes a long range', async () => {
  const asked = {
    series: 'load/min1',
    from: '0',
    to: String(COUNT * 15_000),
    step: '15s',
    agg: 'avg,min,max,sum,count',
  };
  const { result, turns } = await turnsDuring((host) => rangeOf(host, asked));
  const { series } = result as { series: Record<string, { avg: (number | null)[]; count: number[] }> };
  const { avg = [], count = [] } = series['load/min1'] ?? {};
  expect([avg.length, avg[0], count[1]]).toEqual([COUNT, 2.142857, 15]);
  // Each of five columns, 500 values at a time.
  expect(turns).toBeGreaterThanOrEqual((5 * COUNT) / 500);
});

it('lets others have turns while it makes the newest points', async () => {
  const registry = [{ name: 'load' }] as unknown as readonly Plugin[];
  const { result, turns } = await turnsDuring((host) => newestOf(host, { series: 'load/min1' }, registry));
  expect(result['load']?.series['min1']).toHaveLength(240);
  expect(turns).toBeGreaterThan(1);
});

it('writes a long answer in parts, as JSON.stringify does', async () => {
  const value = {
    from: 1,
    none: undefined,
    'a"b': {},
    empty: [],
    series: {
      x: { unit: null, avg: Array.from({ length: 5000 }, (_, at) => (at % 3 === 0 ? null : at / 3)) },
    },
    rows: [{ a: [1] }, 'x'],
  };
  let turns = 0;
  const slice = new Turns().begin(0, false, () => {
    turns += 1;
    return false;
  });
  expect((await render(deepPieces(value), slice)).toString()).toBe(JSON.stringify(value));
  expect(turns).toBeGreaterThan(5000 / 256);
});
