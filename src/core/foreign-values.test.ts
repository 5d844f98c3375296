import { expect, it } from 'vitest';
import { fakeList, fakeObject, fakeScalar } from '../../test/support/fake-plugin.ts';
import { createForeignCheck, createPartCheck } from './foreign-values.ts';

it('sets impossible numbers of another agent to null, companions included', () => {
  const value = [
    { name: 'eth0', load: 40, load_max: 900, received: 5, received_gauge: 1e6, received_rate_per_sec: -3 },
    { name: 'eth1', load: 4000, owner: { id: -1 } },
  ];
  expect(createForeignCheck(fakeList)(value).reason).toBe(
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
    expect(createForeignCheck(plugin)(value)).toEqual({ hasChanged: false, reason: null });
  expect(value).toEqual(before);
});

it('checks parts of a list: items by value, a field of all items', () => {
  const check = createPartCheck(fakeList);
  const value = { load: [40, -1, null, 'x'], a: [{ name: 'a', load: 900 }], key: [1] };
  expect(check(value)).toBe(true);
  expect(JSON.parse(JSON.stringify(value))).toEqual({
    load: [40, null, null, 'x'],
    a: [{ name: 'a', load: null }],
    key: [1],
  });
  expect(check(value)).toBe(false);
  expect(createPartCheck(fakeObject)({ load: -1 })).toBe(true);
});
