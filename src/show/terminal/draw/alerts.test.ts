import { expect, it } from 'vitest';
import { showOn } from '../../../../test/support/recorded-terminal.ts';
import { storedSource } from '../../../../test/support/stored-source.ts';
import { plugins } from '../../../measure/plugins/index.ts';

/** The bottom of a screen after this many events, and the number of judged values. */
function screenAfter(events: number, height = 50) {
  const shown = plugins.filter(({ name }) => name === 'load' || name === 'alert');
  const event = {
    begin: 0,
    end: 1,
    state: 'CRITICAL',
    type: 'LOAD',
    min: 1,
    max: 9,
    avg: 5,
    sum: 10,
    count: 2,
    top: [],
    desc: '',
    sort: 'cpu_percent',
    global_msg: '',
  };
  const { source } = storedSource(shown, (store) => {
    store.commit('load', { min1: 0.1, min5: 0.1, min15: 0.1, cpucore: 1 }, 1);
    store.commit(
      'alert',
      Array.from({ length: events }, () => ({ ...event })),
      1,
    );
  });
  let judged = 0;
  const { judge } = source;
  source.judge = (plugin) => {
    judged += 1;
    return judge(plugin);
  };
  const { screen } = showOn(source, { width: 160, height });
  return { judged, text: screen() };
}

it('are named as far as they have room, however many there are', () => {
  const some = screenAfter(6);
  const many = screenAfter(300);
  expect(some.text.match(/Load .* for 1 s/g)).toHaveLength(6);
  expect(many.text.match(/Load .* for 1 s/g)).toHaveLength(6);
  expect(many.text).toContain('+294');
  expect(some.text).not.toContain('+');
  expect(many.judged).toBe(some.judged);
});

it('are counted where there is room for one', () => {
  expect(screenAfter(3, 24).text).toContain('+2');
});
