import { describe, expect, it, vi } from 'vitest';
import cpu from '../../../measure/plugins/cpu/cpu.ts';
import { createStore } from '../../../core/store/store.ts';
import { createRemotePast, pointsIn, samplesIn } from './remote-past.ts';
import { createRecording } from './series.ts';
import type { Past, SeriesQuery } from './data-source.ts';

function recorded(past: Past | null, onEarlier = () => {}, now = () => 6500) {
  const store = createStore([cpu], 100);
  const history = store.history('cpu');
  for (const time of [5000, 6000, 7000]) {
    history.begin(time);
    history.record('total', time / 1000);
  }
  return createRecording({
    recorded: { plugins: [cpu], store },
    past,
    now,
    refresh: 1,
    onEarlier,
  });
}

const query = (from: number, to: number): SeriesQuery => ({
  plugin: 'cpu',
  series: 'total',
  from,
  to,
  points: 10,
});

describe('a series', () => {
  it('has what was before memory, and memory from there on', async () => {
    const asked: SeriesQuery[] = [];
    const past: Past = {
      read: async (one) => {
        asked.push(one);
        return { times: [1000], values: [1], lows: [0], highs: [2] };
      },
    };
    const { range } = recorded(past);
    expect(await range(query(0, 9000))).toEqual({
      times: [1000, 5000, 6000, 7000],
      values: [1, 5, 6, 7],
      lows: [0, 5, 6, 7],
      highs: [2, 5, 6, 7],
      note: null,
    });
    expect(asked).toMatchObject([{ from: 0, to: 5000 }]);
    expect((await range(query(5500, 6500))).values).toEqual([6]);
    expect(asked).toHaveLength(1);
  });

  it('goes on without it where it cannot be read', async () => {
    const { range } = recorded({ read: () => Promise.reject(new Error('permission denied')) });
    expect(await range(query(0, 6000))).toMatchObject({ values: [5, 6], note: 'permission denied' });
  });

  it('shows in its sparkline what was before, with its gaps, once that has come', async () => {
    const come = vi.fn();
    const past: Past = {
      read: async () => ({ times: [1000, 2000, 5500], values: [1, 2, 9], lows: [], highs: [] }),
    };
    const { recent } = recorded(past, come);
    expect(recent('cpu', 'total', 10)).toEqual([5, 6, 7]);
    await vi.waitFor(() => expect(come).toHaveBeenCalledOnce());
    expect(recent('cpu', 'total', 10)).toEqual([1, 2, Number.NaN, Number.NaN, 5, 6, 7]);
    expect(recent('cpu', 'total', 4)).toEqual([Number.NaN, 5, 6, 7]);
    expect(recent('cpu', 'total', 2)).toEqual([6, 7]);
  });

  it('gets what was written after the screen began, once that is there', async () => {
    let time = 6500;
    const asked: number[] = [];
    const past: Past = {
      read: async () => {
        const times = asked.push(time) === 1 ? [1000] : [1000, 2000, 3000, 4000];
        return { times, values: times, lows: [], highs: [] };
      },
    };
    const { recent } = recorded(past, undefined, () => time);
    const first = () => recent('cpu', 'total', 10).slice(0, 4);
    await vi.waitFor(() => expect((first(), first())).toEqual([1000, Number.NaN, Number.NaN, Number.NaN]));
    time = 79_000;
    first();
    expect(asked).toEqual([6500]);
    time = 80_000;
    await vi.waitFor(() => expect(first()).toEqual([1000, 2000, 3000, 4000]));
    time = 900_000;
    first();
    expect(asked).toEqual([6500, 80_000]);
  });

  it('begins anew when it is told so', async () => {
    const recording = recorded({ read: () => Promise.reject(new Error('must not be asked')) });
    recording.forget();
    expect(recording.recent('cpu', 'total', 10)).toEqual([7]);
    expect(await recording.range(query(0, 9000))).toMatchObject({ values: [7], note: 'must not be asked' });
  });
});

describe('the history of another machine', () => {
  it('takes what its API answers', () => {
    const series = { 'cpu/total': { avg: [1, null], min: [0, null], max: [3, 'x'] } };
    expect(pointsIn({ from: 1000, step: 500, series }, 'cpu/total')).toEqual({
      times: [1250, 1750],
      values: [1, Number.NaN],
      lows: [0, Number.NaN],
      highs: [3, Number.NaN],
    });
    expect(pointsIn({ from: 0, step: 1, series: { 'cpu/total': null } }, 'cpu/total').times).toEqual([]);
  });

  it.each([
    null,
    7,
    {},
    { from: 0, step: 0, series: { a: { avg: [1] } } },
    { from: 0, step: 1, series: { a: 1 } },
  ])('refuses %j', (answer) => {
    expect(() => pointsIn(answer, 'a')).toThrow('history of another form');
  });

  it('is that of its memory where it keeps none on disk', async () => {
    const asked: string[] = [];
    const memory = { cpu: { times: [500, 1000, 1500, 9000], series: { total: [1, null, 3, 4] } } };
    const past = createRemotePast(async (path) => {
      asked.push(path);
      if (path.startsWith('/api/history/range')) throw new Error('it keeps no history on disk');
      return memory;
    });
    const range = { plugin: 'cpu', from: 400, to: 2000, points: 50 };
    const found = { times: [500, 1500], values: [1, 3], lows: [1, 3], highs: [1, 3] };
    expect(await past.read({ ...range, series: 'total' })).toEqual(found);
    expect(asked[1]).toBe('/api/history?series=cpu%2Ftotal&n=1800');
    await expect(past.read({ ...range, series: 'other' })).rejects.toThrow('it keeps no history on disk');
  });

  it.each([null, 7, { cpu: 1 }, { cpu: { times: {}, series: { total: [1] } } }, { cpu: { times: [1] } }])(
    'takes nothing of %j as samples',
    (answer) => {
      expect(samplesIn(answer, { plugin: 'cpu', series: 'total', from: 0, to: 9 }).times).toEqual([]);
    },
  );
});
