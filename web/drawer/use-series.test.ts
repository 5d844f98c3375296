import { expect, it } from 'vitest';
import { createStore } from '../store/store.ts';
import { seriesOf } from '../store/described-series.ts';
import { isNone } from './use-series.ts';

const store = createStore();
store.apply([
  { plugin: 'cpu', value: { total: 5 }, time: 1000 },
  {
    plugin: 'network',
    value: [{ key: 'interface_name', interface_name: 'eth0', bytes_recv: 1 }],
    time: 1000,
  },
]);

it.each([
  ['cpu/total', [], false],
  ['cpu/nonsense', [], true],
  ['cpu/nonsense', [Number.NaN], true],
  // Recorded by an agent that served it.
  ['cpu/nonsense', [Number.NaN, 3], false],
  ['network/eth0_bytes_recv', [], false],
  ['network/eth0_nonsense', [], true],
  ['network/eth0_nonsense', [0], false],
  ['fs//_percent', [], true],
  ['fs//_percent', [95], false],
])('whether nobody knows of %s with the values %j: %j', (id, values, none) => {
  const points = values.map((value, at): [number, number] => [at, value]);
  expect(isNone({ series: seriesOf(id, store), points }, store)).toBe(none);
});
