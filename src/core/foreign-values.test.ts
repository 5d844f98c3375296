import { expect, it } from 'vitest';
import { fakeList, fakeObject, fakeScalar } from '../../test/support/fake-plugin.ts';
import { createForeignCheck } from './foreign-values.ts';

it('sets impossible numbers of another agent to null, companions included', () => {
  const value = [
    { name: 'eth0', load: 40, load_max: 900, received: 5, received_gauge: 1e6, received_rate_per_sec: -3 },
    { name: 'eth1', load: 4000, owner: { id: -1 } },
  ];
  expect(createForeignCheck(fakeList)(value)).toBe(
    'load_max of eth0 reads 900 %, which is impossible; received_rate_per_sec of eth0 reads -3 B, which is ' +
      'impossible; load of eth1 reads 4000 %, which is impossible; and 1 more',
  );
  expect(JSON.parse(JSON.stringify(value))).toEqual([
    { name: 'eth0', load: 40, load_max: null, received: 5, received_gauge: 1e6, received_rate_per_sec: null },
    { name: 'eth1', load: null, owner: { id: null } },
  ]);
});

it.each([null, 'text', 7, [null, 'text', ['x']], {}, { load: 'high' }])('leaves %j alone', (value) => {
  const before = structuredClone(value);
  for (const plugin of [fakeList, fakeObject, fakeScalar])
    expect(createForeignCheck(plugin)(value)).toBeNull();
  expect(value).toEqual(before);
});
