import type { ServedMember } from '../../src/core/served.ts';
import { describe, expect, it } from 'vitest';
import { fleetColumn, fleetServer, fleetValue } from '../../test/support/fleet-server.ts';
import { arranged } from '../tables/arrangement.ts';
import { isOld } from './ages.ts';
import { fleetSpec } from './fleet-spec.ts';
import { linesOf } from './lines.ts';
import { sparklinePoints, largest } from './row-sparkline.ts';
import { headingOf, isNumericColumn, kindOf, showValue } from '../../src/show/display/server-columns.ts';

const UNITS = { bits: true, binary: true, fahrenheit: false };
const CPU = fleetColumn('cpu:total', { unit: 'percent' });
const spec = (isNarrow = false) =>
  fleetSpec({
    columns: [
      { ...fleetColumn('system:hr_name'), isNumeric: false },
      { ...fleetColumn('load:min5', { unit: 'float' }), isNumeric: true },
      { ...CPU, isNumeric: true },
    ],
    units: UNITS,
    hasTags: false,
    isNarrow,
    now: () => 1000,
    hubTime: () => 0,
  });
const SERVERS = [
  fleetServer('b', { values: { cpu_total: fleetValue(5) }, place: 0 }),
  fleetServer('c', { status: 'OFFLINE', values: { cpu_total: fleetValue(99) }, place: 1 }),
  fleetServer('a', { values: { cpu_total: fleetValue(95, { level: 'CRITICAL' }) }, place: 2 }),
];
const order = (sort: string, isReversed = false): unknown[] =>
  arranged(linesOf(SERVERS, 'none', []), spec(), { sort, isReversed, isHeld: false, pinned: null }, []).map(
    ({ item }) => item.server?.name,
  );

describe('orders', () => {
  it.each([
    ['worst', ['c', 'a', 'b']],
    ['list', ['b', 'c', 'a']],
    ['name', ['a', 'b', 'c']],
    ['status', ['a', 'b', 'c']],
    // The last value of an offline server is not current.
    ['cpu_total', ['a', 'b', 'c']],
    ['no such order', ['c', 'a', 'b']],
  ])('%s', (sort, expected) => {
    expect(order(sort)).toEqual(expected);
  });

  it('turn round', () => {
    expect(order('status', true)).toEqual(['c', 'a', 'b']);
  });
});

describe('columns', () => {
  it('are called what people call them', () => {
    expect(
      ['cpu:total', 'load:min5', 'mem:percent', 'system:hr_name', 'fs:percent:/home', 'odd_one:x_y'].map(
        (name) => headingOf(fleetColumn(name)),
      ),
    ).toEqual(['CPU', 'Load 5 min', 'Memory', 'System', 'File system /home', 'Odd_one x y']);
  });

  it('are shown in their unit', () => {
    const shown = (unit: string, value: ServedMember, name = 'x:y') =>
      showValue(fleetColumn(name, { unit }), value, UNITS);
    expect(shown('percent', 12.34)).toEqual({ digits: '12.3', unit: '%' });
    expect(shown('bytes', 2048)).toEqual({ digits: '2.00', unit: 'KiB' });
    expect(shown('bitpersecond', 8e6)).toEqual({ digits: '8.00', unit: 'Mb/s' });
    expect(shown('string', 'text')).toEqual({ digits: 'text', unit: '' });
    expect(shown('bool', true)).toEqual({ digits: 'yes', unit: '' });
    for (const value of [null, undefined, {}, [], '', Number.NaN])
      expect(shown('percent', value)).toEqual({ digits: '–', unit: '' });
    for (const unit of ['bytes', 'bytepersecond'])
      expect(kindOf(fleetColumn('network:bytes_recv_rate_per_sec:eth0', { unit })).kind).toBe('netRate');
    expect(kindOf(fleetColumn('diskio:read_bytes_rate_per_sec:sda', { unit: 'bytepersecond' })).kind).toBe(
      'byteRate',
    );
  });

  it('are of numbers when the first server that says something says a number', () => {
    expect(isNumericColumn(fleetColumn('cpu:total'), SERVERS)).toBe(true);
    expect(
      isNumericColumn(fleetColumn('os:name'), [fleetServer('x', { values: { os_name: fleetValue('12') } })]),
    ).toBe(false);
    expect(isNumericColumn(CPU, [])).toBe(true);
    expect(isNumericColumn(fleetColumn('os:name'), [])).toBe(false);
  });

  it('beside the name there is room for two numbers, shares first', () => {
    expect(spec(true).narrow).toEqual(['name', 'cpu_total', 'load_min5']);
  });
});

it('values are old after three looks, and never within twenty seconds', () => {
  expect(isOld(2, 0, 0, 10)).toBe(false);
  expect(isOld(2, 0, 29_000, 10)).toBe(true);
  expect(isOld(12, 0, 5000, 1)).toBe(false);
  expect(isOld(100, 0, 0, 60)).toBe(false);
});

describe('sparklines', () => {
  const box = { width: 29, height: 11.5 };

  it('end at the right edge, between bottom and top', () => {
    expect(sparklinePoints([0, 50, 100], 100, box)).toEqual([[27, 10.75, 28, 5.75, 29, 0.75]]);
  });

  it('have gaps where there are no numbers, and stay in their box', () => {
    const lines = sparklinePoints([1e308, null, -5, 'x', Number.NaN, 7], 10, box);
    expect(lines).toHaveLength(3);
    for (const [x = -1, y = -1] of lines) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0.75);
      expect(y).toBeLessThanOrEqual(10.75);
    }
    expect(
      sparklinePoints(
        Array.from({ length: 500 }, () => 1),
        1,
        box,
      )[0],
    ).toHaveLength(60);
    expect(largest([null, 'x', 3, 2])).toBe(3);
  });
});
