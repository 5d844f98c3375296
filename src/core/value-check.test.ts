import { describe, expect, it } from 'vitest';
import { constant, counter, type Fields, gauge, list, mapOf, object, text, UNKNOWN } from './fields.ts';
import { Problems } from './problems.ts';
import type { Served, ServedMember } from './served.ts';
import { createValueCheck } from './value-check.ts';

/** As JSON has it, without marks. */
const wire = <T>(item: T): T => JSON.parse(JSON.stringify(item)) as T;

/** The item after the check, and what is impossible in it. */
function checked(fields: Fields, item: Served, identity: string | null = null) {
  createValueCheck(fields)(item, identity);
  const problems = new Problems();
  problems.add(item);
  return { item: wire(item), reason: problems.reason };
}
const one = (field: Fields[string], value: ServedMember) =>
  checked({ value: field }, { value }).item['value'];

describe('a number outside its range', () => {
  it('is null, with a sentence that names it', () => {
    expect(checked({ value: gauge('celsius', '') }, { value: 3_892_313 }, 'temp15 of nct6793')).toEqual({
      item: { value: null },
      reason: 'value of temp15 of nct6793 reads 3892313 °C, which is impossible',
    });
    expect(checked({ free: gauge('bytes', '') }, { free: -1 }).reason).toBe(
      'free reads -1 B, which is impossible',
    );
  });

  it.each([
    ['percent', [0, 100], [-0.1, 100.1]],
    ['bytes', [0, 2 ** 62], [-1, 2 ** 63, 2 ** 64]],
    ['celsius', [-60, 250], [-273, 65_261]],
    ['hertz', [0, 20e9], [-1, 21e9]],
    ['rpm', [0, 65_534], [-1, 65_535]],
    ['number', [0, Number.MAX_SAFE_INTEGER], [-1, 2 ** 64]],
    ['float', [-1e300, 1e300], [Number.POSITIVE_INFINITY]],
  ] as const)('of the unit %s', (unit, possible, impossible) => {
    for (const value of possible) expect(one(gauge(unit, ''), value)).toBe(value);
    for (const value of impossible) expect(one(gauge(unit, ''), value), String(value)).toBeNull();
  });

  it('by its own declaration, not by its unit', () => {
    const nice = gauge('number', '', { range: [-20, 19] });
    expect([-20, 19, 20].map((value) => one(nice, value))).toEqual([-20, 19, null]);
    expect(one(gauge('percent', '', { range: null }), 4000)).toBe(4000);
  });

  it('by the unit of the item', () => {
    const fields = {
      unit: text(''),
      value: gauge(null, '', {
        range: { by: 'unit', of: { C: [-60, 250, '°C'], R: [0, 65_534, 'rpm'] } },
      }),
    };
    expect(checked(fields, { unit: 'R', value: 3000 }).item['value']).toBe(3000);
    expect(checked(fields, { unit: 'C', value: 3000 }).reason).toBe(
      'value reads 3000 °C, which is impossible',
    );
    expect(checked(fields, { unit: '?', value: 3000 }).item['value']).toBe(3000);
  });

  it('is its end where a small excess is rounding', () => {
    const charge = gauge('percent', '', { cappedUpTo: 150 });
    expect([105, 150, 151].map((value) => one(charge, value))).toEqual([100, 100, null]);
  });

  it('is null in objects, maps and lists too, and the item says so', () => {
    const fields = {
      memory: object(null, '', { rss: gauge('byte', ''), name: text('') }),
      parts: mapOf(null, '', gauge('percent', '')),
      cores: list(null, '', object(null, '', { total: gauge('percent', '') })),
    };
    const item = {
      memory: { rss: -1, name: 'x' },
      parts: { a: 101, b: 5 },
      cores: [{ total: 7 }, { total: 700 }],
    };
    const { reason } = checked(fields, item, 'x');
    expect(wire(item)).toEqual({
      memory: { rss: null, name: 'x' },
      parts: { a: null, b: 5 },
      cores: [{ total: 7 }, { total: null }],
    });
    expect(reason).toMatch(/memory.rss of x.*parts.a of x.*cores.1.total of x/);
  });

  it('of members whose names are not declared', () => {
    const item = { md0: { count: -1 } };
    createValueCheck({}, object(null, '', { count: gauge('number', '') }))(item, null);
    expect(wire(item)).toEqual({ md0: { count: null } });
  });
});

it('a value that stands for none is null, without a problem where the declaration says why', () => {
  const { item, reason } = checked(
    { speed: constant('number', '', { sentinels: [65_535] }) },
    { speed: 65_535 },
  );
  expect(item['speed']).toBeNull();
  expect(reason).toBe('speed reads 65535, which stands for no value');
  const limit = constant('celsius', '', { sentinels: [65_261], nullWhen: 'none is set' });
  const unset = checked({ limit }, { limit: 65_261 });
  expect([unset.item['limit'], unset.reason]).toEqual([null, null]);
  expect(checked({ limit }, { limit: 65_262 }).reason).toContain('impossible');
});

it('an unknown value is null, and the plugin says why', () => {
  expect(checked({ total: gauge('percent', '') }, { total: UNKNOWN })).toEqual({
    item: { total: null },
    reason: null,
  });
});

it('a counter reaches beyond the range of its unit', () => {
  expect(one(counter('number', ''), 2 ** 62)).toBe(2 ** 62);
  expect(one(counter('number', ''), 2 ** 64)).toBeNull();
});

describe('relations', () => {
  const fields = {
    size: constant('byte', ''),
    used: gauge('byte', '', { atMost: 'size' }),
    free: gauge('byte', '', { atMost: 'size', beside: 'used' }),
    percent: gauge('percent', '', { from: ['used', 'free'] }),
  };

  it('hold for possible values', () => {
    const item = { size: 100, used: 60, free: 40, percent: 60 };
    expect(checked(fields, { ...item })).toEqual({ item, reason: null });
  });

  it('make a part null that is larger than the whole, and what is computed from it', () => {
    expect(checked(fields, { size: 100, used: 101, free: 0, percent: 100 }, '/')).toEqual({
      item: { size: 100, used: null, free: 0, percent: null },
      reason: 'used of / reads 101 B, which is impossible: more than size',
    });
  });

  it('make one part null where both together are larger', () => {
    expect(checked(fields, { size: 100, used: 60, free: 41, percent: 60 })).toEqual({
      item: { size: 100, used: 60, free: null, percent: null },
      reason: 'free reads 41 B, which is impossible: with used more than size',
    });
  });

  it('say nothing without the whole', () => {
    expect(checked(fields, { used: 60, free: 40, percent: 60 }).reason).toBeNull();
  });
});

it('names three impossible values, and counts the others', () => {
  const fields = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, gauge('percent', '')]));
  const { reason } = checked(fields, { a: -1, b: -1, c: -1, d: -1, e: -1 }, 'x'.repeat(1000));
  expect(reason).toMatch(/^a of x{63}… reads -1 %, .*; b of .*; c of .*; and 2 more$/);
});
