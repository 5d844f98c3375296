import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterFor, marksOf, parseFilters, select } from './filter.ts';

const PROCESS = {
  key: 'pid' as const,
  pid: 1234,
  name: 'python3',
  status: 'S',
  io_counters: [1, 2, 3, 4, 1],
  cmdline: ['/usr/bin/python3', '-m', 'http.server', '--title=a, b'],
  username: 'alice',
  memory_percent: null,
};

const matches = (filter: string, item: object = PROCESS): boolean =>
  select([item], parseFilters(filter)).length === 1;

describe('the filter box', () => {
  it.each([
    ['', true],
    [' , ', true],
    ['python', true],
    ['THON', true],
    ['http.server', true],
    ['123', true],
    ['ali', true],
    ['s', true],
    ['python alice', true],
    ['python bob', false],
    ['bob, alice', true],
    ['/^py.*3$/', true],
    ['/title=a, b/', true],
    ['/^http/', false],
    ['/PYTHON\\d/', true],
    ['python, /[/', false],
    ['(', false],
    ['name:python.', true],
    ['name:pyth', false],
    ['username:alice|bob', true],
    ['username:alice http', true],
    ['pid:1234', true],
    ['pid:123', false],
    ['cmdline:/usr/bin/.*', true],
    ['http:server', false],
    ['nothing, pid:1234', true],
    ['__proto__:.*', false],
  ])('%j matches: %s', (filter, expected) => {
    expect(matches(filter)).toBe(expected);
  });

  it('disregards case and lines of what it looks at, and the ends of long texts', () => {
    expect(matches('giteaweb', { name: 'GiteaWeb' })).toBe(true);
    expect(matches('/while.sleep/', { cmdline: ['sh', '-c', 'while\nsleep 1'] })).toBe(true);
    const long = { cmdline: ['x'.repeat(4000), 'near', 'y'.repeat(200), 'far'] };
    expect([matches('near', long), matches('far', long), matches('/far/', long)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('looks for the whole word where it only looks like a field', () => {
    expect(matches('nginx:', { name: 'nginx: worker' })).toBe(true);
    expect(matches('http://x', { name: 'a', cmdline: ['curl', 'http://x/y'] })).toBe(true);
  });

  it('says what is no regular expression', () => {
    expect(parseFilters('bash,name:[').invalid).toBe('name:[');
    expect(parseFilters('/[/').invalid).toBe('/[/');
    expect(parseFilters('bash [').invalid).toBeNull();
    expect(matches('/[/')).toBe(false);
  });

  it('keeps the list as it is without filters', () => {
    const items = [PROCESS];
    expect(select(items, parseFilters(''))).toBe(items);
  });

  it('takes items without arguments, and containers', () => {
    expect(matches('cmdline:.*', { name: 'a', cmdline: null })).toBe(false);
    expect(matches('1.27', { name: 'web', image: ['nginx:1.27'] })).toBe(true);
    expect(matches('image:nginx:.*', { name: 'web', image: ['nginx:1.27'] })).toBe(true);
    expect(matches('x', {})).toBe(false);
  });

  it('says what to mark', () => {
    const marked = (filter: string): string =>
      'Python-a.c-abc'.replaceAll(marksOf(parseFilters(filter)) ?? /$^/g, '<$&>');
    expect(marked('py a.c')).toBe('<Py>thon-<a.c>-abc');
    expect(marked('thon /a.c/')).toBe('Py<thon>-<a.c>-<abc>');
    expect(marksOf(parseFilters('name:x'))).toBe(null);
  });
});

it('a filter for one value matches that value', () => {
  const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text);
  fc.assert(
    fc.property(name, (text) => {
      expect(matches(filterFor('name', text), { name: text })).toBe(true);
    }),
  );
  expect(matches(filterFor('pid', 1234))).toBe(true);
  expect(matches(filterFor('name', 'a.c'), { name: 'abc' })).toBe(false);
});
