import { describe, expect, it } from 'vitest';
import { everyReading, fakeList } from '../../../test/support/fake-plugin.ts';
import { gauge } from '../../core/fields.ts';
import type { ListPlugin } from '../../core/plugin.ts';
import { STEP } from '../../core/steps.ts';
import { createJudge } from '../../measure/levels/judge.ts';
import { Visibility } from '../../measure/levels/visibility.ts';
import { TimeSlicer } from '../../core/time-slicer.ts';
import { levelPieces, viewsPieces } from './pieces.ts';
import { deepPieces } from '../../http/body/json-pieces.ts';
import { type Pieces, render } from '../../http/body/render.ts';

/** A list that counts how many of its items have been judged. */
function counted() {
  const count = { judged: 0 };
  const load = gauge('percent', 'Load.', {
    level: {
      header: 'load',
      limits: [50, 70, 90],
      compared: { value: ({ load }) => ((count.judged += 1), load as number) },
    },
  });
  const plugin: ListPlugin = { ...fakeList, fields: { name: fakeList.fields['name']!, load } };
  const items = Array.from({ length: 4 * STEP }, (_, at) => everyReading({ name: `n${at}`, load: 75 }));
  return { count, plugin, items };
}

/** The text, and the most judged items per piece. */
function taken(pieces: Pieces, count: { judged: number }) {
  let [text, most, before] = ['', 0, 0];
  for (const piece of pieces) {
    text += piece;
    most = Math.max(most, count.judged - before);
    before = count.judged;
  }
  return { value: JSON.parse(text), most };
}

describe('a long list', () => {
  it('is not judged at once for its views', () => {
    const { count, plugin, items } = counted();
    const source = {
      plugin,
      limits: {},
      judge: createJudge(plugin, {}),
      visibility: new Visibility(plugin, {}),
    };
    const { value, most } = taken(viewsPieces(source, items), count);
    expect(Object.keys(value)).toHaveLength(4 * STEP);
    expect(value.n5.load.decoration).toBe('DEFAULT');
    expect(most).toBe(STEP);
  });

  it('is not judged at once for all levels', () => {
    const { count, plugin, items } = counted();
    const judge = createJudge(plugin, { fake_load_warning: 70 });
    const { value, most } = taken(
      levelPieces([
        ['none', judge, []],
        ['fake', judge, items],
      ]),
      count,
    );
    expect(Object.keys(value)).toEqual(['fake']);
    expect(value.fake).toHaveLength(4 * STEP);
    expect(value.fake[0]).toMatchObject({ item: 'n0', stat: 'FAKE_N0_LOAD', level: 'WARNING' });
    expect(most).toBe(STEP);
  });
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
  const slice = new TimeSlicer().begin(0, false, () => {
    turns += 1;
    return false;
  });
  expect((await render(deepPieces(value), slice)).toString()).toBe(JSON.stringify(value));
  expect(turns).toBeGreaterThan(5000 / 256);
});
