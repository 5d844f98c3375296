import { expect, it } from 'vitest';
import { Slice } from '../../../core/slice.ts';
import type { Plugin } from '../../../core/plugin.ts';
import { StoredPast } from '../../../history/database/stored-past.ts';
import { PART } from '../../../history/database/promql.ts';
import type { StoredSetup } from '../../../history/database/setup.ts';
import { QueryRow } from '../../../history/database/rows.ts';
import { StoredHistory } from '../../../history/database/history.ts';
import { PAST_REPLIES, type PastRequest } from '../../../history/routes/past-replies.ts';
import type { ServerState } from '../../hub/state.ts';
import { createStoredAnswers } from './answers.ts';
import { newestOf } from './newest.ts';

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
  probe: { metric: 'load', labels: {} },
  expression: () => 'x',
};

/** A database whose answers have one row of all steps for each part of a query. */
function pastOf(moments: number[] = []): StoredPast {
  const range = async (_query: string, { from, to }: { from: number; to: number }, step: number) => {
    const points: number[] = [];
    for (let time = from; time <= to; time += step) points.push(time, time / 7);
    return [0, 1, 2].map((part) => new QueryRow({ [PART]: String(part) }, points));
  };
  const setup = {
    database: {
      name: 'db',
      range,
      instant: async (_query: string, seconds: number) => {
        moments.push(seconds * 1000);
        return [new QueryRow({ [PART]: '0' }, [seconds, (seconds * 1000) / 7])];
      },
      series: async () => [{ __name__: 'load' }],
    },
    profile: { fields: [FIELD], texts: [] },
    label: 'instance',
    interval: 15,
    scope: {},
  };
  return new StoredPast(setup as unknown as StoredSetup);
}

const REGISTRY = [{ name: 'load' }] as unknown as readonly Plugin[];

/** A reply, and others' turns during it, with zero-length slices. */
async function replyTo(
  asked: PastRequest['asked'],
  make: (request: PastRequest) => Promise<Buffer>,
): Promise<{ reply: unknown; turns: number }> {
  let turns = 0;
  const slice = new Slice({
    ms: 0,
    isGone: () => {
      turns += 1;
      return false;
    },
  });
  const now = COUNT * 15_000;
  const past = new StoredHistory({ past: pastOf(), name: 'web1', now, valuesAt: now, slice });
  const reply = JSON.parse((await make({ past, asked, now, registry: REGISTRY })).toString()) as unknown;
  return { reply, turns };
}

it('lets others have turns while it makes a long range', async () => {
  const asked = {
    series: 'load/min1',
    from: '0',
    to: String(COUNT * 15_000),
    step: '15s',
    agg: 'avg,min,max,sum,count',
  };
  const { reply, turns } = await replyTo(asked, (request) =>
    PAST_REPLIES['/api/history/range'](request).make(),
  );
  const { series } = reply as { series: Record<string, { avg: (number | null)[]; count: number[] }> };
  const { avg = [], count = [] } = series['load/min1'] ?? {};
  expect([avg.length, avg[0], count[1]]).toEqual([COUNT, 2.142857, 15]);
  // Each of five columns, 500 values at a time.
  expect(turns).toBeGreaterThanOrEqual((5 * COUNT) / 500);
});

it('lets others have turns while it makes the newest points', async () => {
  const { reply, turns } = await replyTo({ series: 'load/min1' }, newestOf);
  const { load } = reply as Record<string, { times: number[]; series: Record<string, number[]> }>;
  expect([load?.times.length, load?.series['min1']?.length]).toEqual([240, 240]);
  expect(turns).toBeGreaterThan(1);
});

it.each([
  [
    '/api/history/moment',
    { at: '90000' },
    { time: 60_000, step: 60_000, objects: { load: { min1: 17_142.86 } }, lists: {} },
  ],
  [
    '/api/history/series',
    { match: 'load/*', from: '0', to: '60000' },
    [
      {
        id: 'load/min1',
        plugin: 'load',
        item: null,
        field: 'min1',
        unit: 'number',
        kind: 'gauge',
        first: 0,
        last: 60_000,
        live: false,
      },
    ],
  ],
  ['/api/history/series', { match: 'cpu/*', from: '0', to: '60000' }, []],
  ['/api/history/top', {}, null],
  ['/api/history/events', {}, { events: [], marks: [], notes: [] }],
] as const)('answers %s %j as agents do', async (path, asked, answer) => {
  expect((await replyTo(asked, (request) => PAST_REPLIES[path](request).make())).reply).toEqual(answer);
});

it.each([
  ['a host that is there: of now, rounded to a moment that is shared', 'ONLINE', 61_234, null, 70_000],
  ['one that has ended: of its newest sample', 'OFFLINE', 61_234, 62_345, 62_345],
  ['one that answered the hub later than it sent: of its answer', 'OFFLINE', 63_456, 62_345, 63_456],
  ['one that was never heard of: of now', 'OFFLINE', null, null, 70_000],
] as const)('has values of %s', async (_, status, answeredAt, storedAt, moment) => {
  const moments: number[] = [];
  const answers = createStoredAnswers({
    registry: [{ name: 'load', shape: 'object' }],
    version: '4.0.0',
    now: () => 72_345,
    fleet: {
      past: pastOf(moments),
      storedAt: () => storedAt,
      clock: { now: () => 1e9, monotonic: () => 1e9 },
    },
  } as unknown as Parameters<typeof createStoredAnswers>[0]);
  const state = { server: { type: 'STORED' }, status, stored: 'web1', answeredAt };
  const bytes = await answers.instead(state as unknown as ServerState, '/api/4/all');
  expect(moments).toEqual([moment]);
  expect(JSON.parse(String(bytes))).toHaveProperty('load.min1');
});
