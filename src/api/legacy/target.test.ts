import { describe, expect, it } from 'vitest';
import { parseLegacyTarget } from './target.ts';

const target = (path: string) =>
  parseLegacyTarget(path === '' ? [] : path.split('/').map(decodeURIComponent));

describe('what a path asks for', () => {
  it.each([
    ['', { kind: 'stats' }],
    ['limits', { kind: 'limits' }],
    ['views', { kind: 'views' }],
    ['history', { kind: 'history', series: null, count: 0 }],
    ['history/0', { kind: 'history', series: null, count: 0 }],
    ['history/3', { kind: 'history', series: null, count: 3 }],
    ['history/99999999999999999999', { kind: 'history', series: null, count: Number.MAX_SAFE_INTEGER }],
    ['user', { kind: 'field', field: 'user' }],
    ['user/history', { kind: 'history', series: 'user', count: 0 }],
    ['user/history/7', { kind: 'history', series: 'user', count: 7 }],
    ['%2Fmnt_percent/history', { kind: 'history', series: '/mnt_percent', count: 0 }],
    ['/mnt_percent/history/2', null],
    ['name/bash', { kind: 'value', field: 'name', value: 'bash' }],
    ['name/kworker/0:1', { kind: 'value', field: 'name', value: 'kworker/0:1' }],
    ['mnt_point//', { kind: 'value', field: 'mnt_point', value: '/' }],
    ['mnt_point/%2F', { kind: 'value', field: 'mnt_point', value: '/' }],
    ['mnt_point//mnt/data', { kind: 'value', field: 'mnt_point', value: '/mnt/data' }],
    ['mnt_point/%2Fmnt%2Fhistory', { kind: 'value', field: 'mnt_point', value: '/mnt/history' }],
  ])('%s', (path, expected) => {
    expect(target(path)).toEqual(expected);
  });

  it.each([
    '/',
    'user/',
    'name/bash/',
    'history/',
    'history/x',
    'history/-1',
    'history/2.5',
    'history/1/2',
    'user/history/x',
    'user/history/-1',
    '/x',
  ])('%s is no route', (path) => {
    expect(target(path)).toBeNull();
  });
});
