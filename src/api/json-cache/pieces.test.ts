import { expect, it } from 'vitest';
import { everyReading, fakeList } from '../../../test/support/fake-plugin.ts';
import { createJudge } from '../../measure/levels/judge.ts';
import { Slice } from '../../core/slice.ts';
import { levelPieces } from './pieces.ts';
import { deepPieces } from '../../http/body/json-pieces.ts';
import { render } from '../../http/body/render.ts';

it('writes verdicts by plugin, and no plugin without any', () => {
  const verdicts = createJudge(fakeList, { fake_load_warning: 70 })([everyReading({ name: 'n0', load: 75 })]);
  const value = JSON.parse(
    [
      ...levelPieces([
        ['none', []],
        ['fake', verdicts],
      ]),
    ].join(''),
  );
  expect(Object.keys(value)).toEqual(['fake']);
  expect(value.fake).toContainEqual(
    expect.objectContaining({ item: 'n0', stat: 'FAKE_N0_LOAD', level: 'WARNING' }),
  );
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
  const slice = new Slice({
    ms: 0,
    isGone: () => {
      turns += 1;
      return false;
    },
  });
  expect((await render(deepPieces(value), slice)).toString()).toBe(JSON.stringify(value));
  expect(turns).toBeGreaterThan(5000 / 256);
});
