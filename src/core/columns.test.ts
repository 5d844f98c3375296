import { describe, expect, it } from 'vitest';
import { MOST_COLUMNS, parseColumns } from './columns.ts';

describe('parseColumns', () => {
  it('reads plugin, field and item, each column once', () => {
    expect(parseColumns(['cpu:total', 'fs:percent:/home', 'sensors:value:a:b', 'cpu:total'])).toEqual([
      { key: 'cpu_total', plugin: 'cpu', field: 'total', item: null },
      { key: 'fs_percent_/home', plugin: 'fs', field: 'percent', item: '/home' },
      { key: 'sensors_value_a:b', plugin: 'sensors', field: 'value', item: 'a:b' },
    ]);
  });

  it.each([
    'cpu',
    'cpu:',
    ':total',
    'cpu:total:',
    'c/pu:total',
    'cpu:to/tal',
    '../x:y',
    `fs:percent:${'x'.repeat(256)}`,
  ])('refuses %s', (word) => {
    expect(() => parseColumns([word])).toThrow('is not plugin:field or plugin:field:item');
  });

  it('refuses more than a page could show', () => {
    const many = Array.from({ length: MOST_COLUMNS + 1 }, (_, index) => `cpu:field${index}`);
    expect(() => parseColumns(many)).toThrow('at most 30 columns');
  });
});
