import { expect, it, vi } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { hostWith } from '../../../test/support/sampling.ts';
import { counter, gauge, text } from '../../core/fields.ts';
import { definePlugin } from '../../core/plugin.ts';
import { createStore } from '../../core/store/store.ts';
import { Slice } from '../../core/slice.ts';
import { createRunner } from './runner.ts';

/** Their series are recorded without exception. */
const ITEMS = 2000;
const fields = { name: text(''), load: gauge('percent', ''), bytes: counter('byte', '') };

/** Thousands of items, each sample in zero-length slices: a turn for every step. */
function manyItems() {
  const clock = createFakeClock(50_000);
  let sample = 0;
  const plugin = definePlugin({
    name: 'many',
    description: '',
    shape: 'list',
    key: 'name',
    fields,
    create: () => ({
      read() {
        sample += 1;
        return Array.from({ length: ITEMS }, (_, at) => ({
          name: `item${at}`,
          load: sample,
          bytes: sample * 200,
        }));
      },
    }),
  });
  vi.spyOn(Slice.prototype, 'isOver', 'get').mockReturnValue(true);
  const store = createStore([plugin], 10);
  const context = {
    host: hostWith(clock),
    options: {},
    use: () => () => expect.unreachable(),
    instance: () => expect.unreachable(),
    again: () => {},
  };
  const runner = createRunner({
    plugin,
    clock,
    store,
    meanSamples: 10,
    refreshSeconds: 2,
    context,
    onHealth: () => {},
  });
  return { clock, runner, store, history: store.history('many') };
}

it('publishes and records thousands of items in one turn, after all of them have been completed in others', async () => {
  const { clock, runner, store, history } = manyItems();
  for (const [sample, series] of [ITEMS, ITEMS * 2].entries()) {
    const before = { latest: store.latest('many'), end: history.end, names: history.names() };
    const done = runner.run(true);
    expect(done).toBeInstanceOf(Promise);
    let turns = 0;
    for (; history.end === before.end; turns += 1) {
      expect(store.latest('many')).toBe(before.latest);
      expect(history.names()).toEqual(before.names);
      expect([...history.recorded()].length).toBe(before.names.length);
      expect(runner.busy).toBe(true);
      expect(runner.run(true)).toBeUndefined();
      await new Promise(setImmediate);
    }
    expect(turns).toBeGreaterThan(5);
    expect(store.latest('many').sequence).toBe(sample + 1);
    expect(history.names().length).toBe(series);
    await done;
    expect(runner).toMatchObject({ busy: false, health: 'ok' });
    await clock.advance(2000);
  }
  expect(history.points(`item${ITEMS - 1}_load`).map(([, value]) => value)).toEqual([1, 2]);
  expect(history.points('item0_bytes_rate_per_sec').map(([, value]) => value)).toEqual([100]);
});

it('says so when items cannot be completed', async () => {
  const { runner, store } = manyItems();
  const failure = new Error('no room');
  store.history('many').expect = () => {
    throw failure;
  };
  await runner.run(true);
  expect(runner).toMatchObject({ busy: false, health: 'failing', reason: 'no room' });
});
