import { describe, expect, it } from 'vitest';
import { parseSubRoute } from './sub-route.ts';

const parse = (path: string) => parseSubRoute(path === '' ? [] : path.split('/'));

describe('parseSubRoute', () => {
  it.each([
    ['', { kind: 'stats' }],
    ['total', { kind: 'field', field: 'total' }],
    ['top', { kind: 'field', field: 'top' }],
    ['top/3', { kind: 'top', count: '3' }],
    ['top/unit', { kind: 'unit', field: 'top' }],
    ['limits', { kind: 'limits' }],
    ['views', { kind: 'views' }],
    ['history', { kind: 'history', series: null, count: null }],
    ['history/5', { kind: 'history', series: null, count: '5' }],
    ['total/history', { kind: 'history', series: 'total', count: null }],
    ['total/history/5', { kind: 'history', series: 'total', count: '5' }],
    ['total/history/x', { kind: 'history', series: 'total', count: 'x' }],
    ['total/unit', { kind: 'unit', field: 'total' }],
    ['total/description', { kind: 'description', field: 'total' }],
    ['total/views', { kind: 'entry-views', names: ['total'] }],
    ['percent/x/views', { kind: 'entry-views', names: ['percent', 'x'] }],
    ['percent/x', { kind: 'item', field: 'percent', identity: 'x' }],
  ])('%s', (path, expected) => {
    expect(parse(path)).toEqual(expected);
  });

  it.each([
    ['mnt_point/value//', { kind: 'value', field: 'mnt_point', value: '/' }],
    ['mnt_point/value//mnt/data', { kind: 'value', field: 'mnt_point', value: '/mnt/data' }],
    ['name/value/history', { kind: 'value', field: 'name', value: 'history' }],
    ['name/value/a/views', { kind: 'value', field: 'name', value: 'a/views' }],
    ['percent//', { kind: 'item', field: 'percent', identity: '/' }],
    ['percent//mnt/data', { kind: 'item', field: 'percent', identity: '/mnt/data' }],
    ['percent//mnt/history/data', { kind: 'item', field: 'percent', identity: '/mnt/history/data' }],
    ['/_percent/history', { kind: 'history', series: '/_percent', count: null }],
    ['/mnt/data_percent/history', { kind: 'history', series: '/mnt/data_percent', count: null }],
    ['/mnt/data_percent/history/2', { kind: 'history', series: '/mnt/data_percent', count: '2' }],
    ['percent//mnt/data/views', { kind: 'entry-views', names: ['percent', '', 'mnt', 'data'] }],
  ])('slashes within a name: %s', (path, expected) => {
    expect(parse(path)).toEqual(expected);
  });
});
