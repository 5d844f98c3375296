import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { History, type Point } from './history.ts';

/** The plain way: every sample is kept. */
class Model {
  readonly size: number;
  readonly samples: { time: number; values: Map<string, number> }[] = [];

  constructor(size: number) {
    this.size = size;
  }

  begin(time: number): void {
    this.samples.push({ time, values: new Map() });
  }

  record(name: string, value: number): void {
    this.samples.at(-1)?.values.set(name, value);
  }

  points(name: string, limit: number): Point[] {
    const kept = this.size === 0 ? [] : this.samples.slice(-this.size);
    const points = kept.flatMap(({ time, values }): Point[] => {
      const value = values.get(name);
      return value === undefined ? [] : [[time, value]];
    });
    return limit === 0 ? points : points.slice(-limit);
  }
}

const NAMES = ['a', 'b', 'c', 'd'];

/** Records the samples, counted from 0, with the time `1000 + index`. */
function fill(history: History, samples: readonly Record<string, number>[]): History {
  for (const [index, values] of samples.entries()) {
    history.begin(1000 + index);
    for (const [name, value] of Object.entries(values)) history.record(name, value);
  }
  return history;
}

describe('History', () => {
  it('gives points oldest first, and the newest when limited', () => {
    const history = fill(new History(10), [{ a: 1 }, { a: 2 }, { a: 3 }]);
    expect(history.points('a')).toEqual([
      [1000, 1],
      [1001, 2],
      [1002, 3],
    ]);
    expect(history.points('a', 2)).toEqual([
      [1001, 2],
      [1002, 3],
    ]);
  });

  it('gives the newest points from a time on, without gaps', () => {
    const history = fill(new History(10), [{ a: 1 }, { a: 2 }, {}, { a: 4 }]);
    expect(history.recent('a', 2, -Infinity)).toEqual({ times: [1001, 1003], values: [2, 4] });
    expect(history.recent('a', 9, 1001)).toEqual({ times: [1001, 1003], values: [2, 4] });
    expect(history.recent('b', 9, 0)).toEqual({ times: [], values: [] });
  });

  it('puts the newest samples side by side', () => {
    const history = fill(new History(3), [{ a: 1 }, { a: 2, b: 5 }, { b: 6 }, { a: 4 }]);
    const { times, column } = history.window(2);
    expect([times, column('a'), column('b'), column('c')]).toEqual([
      [1002, 1003],
      [Number.NaN, 4],
      [6, Number.NaN],
      null,
    ]);
    expect(history.window().times).toEqual([1001, 1002, 1003]);
    expect(new History(0).window()).toMatchObject({ times: [] });
  });

  it('keeps a window at its moment while samples come', () => {
    const history = fill(new History(3), [{ a: 1 }, { a: 2 }, { a: 3 }]);
    const { times, column } = history.window();
    fill(history, [{ a: 4 }]);
    expect([times, column('a')]).toEqual([
      [1000, 1001, 1002],
      [Number.NaN, 2, 3],
    ]);
  });

  it('knows nothing of a series that was never recorded', () => {
    const history = new History(10);
    expect([history.points('a'), history.names(), history.has('a')]).toEqual([[], [], false]);
  });

  it('has gaps where a series had no value, and limits points, not samples', () => {
    const history = fill(new History(10), [{ a: 1 }, {}, { a: 3 }, {}]);
    expect(history.points('a')).toEqual([
      [1000, 1],
      [1002, 3],
    ]);
    expect(history.points('a', 2)).toHaveLength(2);
  });

  it('forgets a series that was not seen for a whole history', () => {
    const samples = Array.from({ length: 21 }, () => ({ b: 1 }));
    const history = fill(new History(10), [{ a: 1 }, ...samples]);
    expect(history.names()).toEqual(['b']);
  });

  it('keeps nothing when its size is 0', () => {
    const history = fill(new History(0), [{ a: 1 }, { a: 2 }]);
    expect([history.points('a'), history.names()]).toEqual([[], []]);
  });

  it('drops the longest unseen series when there are too many', () => {
    const history = fill(new History(100), [{ old: 1 }, { recent: 1 }]);
    history.begin(2000);
    for (let item = 0; item < 19_999; item += 1) history.record(`item-${item}`, 1);
    history.begin(2001);
    expect(history.names()).toHaveLength(20_000);
    expect([history.has('old'), history.has('recent')]).toEqual([false, true]);
  });

  it('keeps the first series where there are too many at once, until some of them are gone', () => {
    const history = new History(10);
    const sample = (time: number, from: number, to: number): void => {
      history.begin(time);
      for (let item = from; item < to; item += 1) history.record(`item-${item}`, time);
    };
    for (const time of [1, 2, 3]) sample(time, 0, 20_010);
    expect(history.names()).toHaveLength(20_000);
    expect(history.points('item-0')).toEqual([1, 2, 3].map((time) => [time, time]));
    expect(history.points('item-19999')).toHaveLength(3);
    expect(history.has('item-20000')).toBe(false);
    for (const time of [4, 5, 6]) sample(time, 5, 20_010);
    expect(history.has('item-0')).toBe(false);
    expect(history.points('item-20004')).toEqual([5, 6].map((time) => [time, time]));
    expect(history.has('item-20005')).toBe(false);
    expect(history.points('item-5')).toHaveLength(6);
  });

  it('agrees with the plain way', () => {
    const sample = fc.record(
      { values: fc.dictionary(fc.constantFrom(...NAMES), fc.integer()), repeat: fc.nat({ max: 90 }) },
      { requiredKeys: ['values'] },
    );
    const run = fc.array(sample, { maxLength: 40 });
    fc.assert(
      fc.property(fc.nat({ max: 200 }), run, fc.nat({ max: 20 }), (size, samples, limit) => {
        const [history, model] = [new History(size), new Model(size)];
        let time = 0;
        for (const { values, repeat = 1 } of samples) {
          for (let count = 0; count < repeat; count += 1) {
            time += 1;
            for (const one of [history, model]) {
              one.begin(time);
              for (const [name, value] of Object.entries(values)) one.record(name, value + count);
            }
          }
          for (const name of NAMES) {
            expect(history.points(name)).toEqual(model.points(name, 0));
            expect(history.points(name, limit)).toEqual(model.points(name, limit));
            const { times, column } = history.window();
            const points = times.map((at, row): Point => [at, column(name)?.[row] ?? Number.NaN]);
            expect(points.filter(([, value]) => !Number.isNaN(value))).toEqual(model.points(name, 0));
          }
        }
      }),
    );
  });
});

describe('increases', () => {
  it('are rates times the time since the sample before, whether that had a value or not', () => {
    const history = new History(3);
    const values = [5, null, 7, 1.2];
    for (const [index, value] of values.entries()) {
      history.begin(1000 * index * index);
      if (value !== null) history.record('bytes', value);
    }
    expect(history.points('bytes')).toEqual([
      [4000, 7],
      [9000, 1.2],
    ]);
    expect(history.increases('bytes', 0, 2)).toEqual([
      [4000, 21],
      [9000, 6],
    ]);
    history.begin(16_000);
    expect(history.increases('bytes', 0, 2)).toEqual([
      [4000, 14],
      [9000, 6],
    ]);
    expect(history.increases('bytes', 1, 2)).toEqual([[9000, 6]]);
    expect(history.increases('none', 0, 2)).toEqual([]);
  });

  it('are never negative when the clock is set back', () => {
    const history = new History(3);
    for (const time of [5000, 1000]) {
      history.begin(time);
      history.record('bytes', 3);
    }
    expect(history.increases('bytes', 1, 2)).toEqual([[1000, 0]]);
  });
});

describe('samples of an earlier run', () => {
  const refill = (history: History, values: readonly number[], cover = 2000): void => {
    const times = Float64Array.from(values, (_, row) => row * 2000);
    const start = history.prepend(
      times,
      times.map(() => cover),
    );
    history.fill('bytes', null, start, Float64Array.from(values));
  };

  it('stand before those that there are, as many as fit', () => {
    const samples = fc.array(fc.option(fc.integer(), { nil: Number.NaN }), { maxLength: 200 });
    fc.assert(
      fc.property(samples, samples, samples, fc.integer({ min: 1, max: 150 }), (old, before, after, size) => {
        const history = new History(size);
        const add = (value: number, time: number): void => {
          history.begin(time);
          if (!Number.isNaN(value)) history.record('bytes', value);
        };
        for (const [row, value] of before.entries()) add(value, 1_000_000 + row);
        refill(history, old);
        for (const [row, value] of after.entries()) add(value, 2_000_000 + row);
        const all = [
          ...old.map((value, row) => [row * 2000, value] as const),
          ...before.map((value, row) => [1_000_000 + row, value] as const),
          ...after.map((value, row) => [2_000_000 + row, value] as const),
        ].slice(-size);
        const known = all.filter(([, value]) => !Number.isNaN(value));
        expect(history.points('bytes')).toEqual(known);
        expect(history.window().times).toEqual(all.map(([time]) => time));
        expect(history.end - history.first).toBe(all.length);
      }),
    );
  });

  it('make no increase of the pause', () => {
    const history = new History(10);
    history.begin(1_000_000);
    history.record('bytes', 5);
    refill(history, [1, 2, 3], 2000);
    history.begin(1_003_000);
    history.record('bytes', 5);
    expect(history.increases('bytes', 0, 2).map(([, value]) => value)).toEqual([2, 4, 6, 10, 15]);
  });

  it('are kept beyond what is served', () => {
    const history = fill(new History(2, 5), [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }]);
    expect(history.points('a').length).toBe(2);
    expect(history.window().times).toEqual([1002, 1003]);
    const [series] = history.recorded();
    expect([history.first, history.end, series?.at(0), history.timeAt(0)]).toEqual([0, 4, 1, 1000]);
  });
});
