import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterFor, loosened, parseFilters, select } from './filter.ts';

const PROCESS = {
  key: 'pid' as const,
  pid: 1234,
  name: 'python3',
  status: 'S',
  io_counters: [1, 2, 3, 4, 1],
  time_since_update: 2,
  cmdline: ['/usr/bin/python3', '-m', 'http.server'],
  username: 'alice',
  nice: -5,
  cpu_percent: 0.5,
  memory_percent: null,
};

const matches = (filter: string, item: object = PROCESS): boolean =>
  select([item], parseFilters(filter)).length === 1;

describe('the filter box', () => {
  it.each([
    ['', true],
    [' , ', true],
    ['python3', true],
    ['python', false],
    ['.*thon.*', true],
    ['PYTHON3', false],
    ['/usr/bin/python3', true],
    ['name:python.', true],
    ['username:alice|bob', true],
    ['pid:1234', true],
    ['pid:123', false],
    ['cmdline:/usr/bin/.*', true],
    ['cmdline:.*http.*', false],
    ['io_counters:1 2 .*', true],
    ['__proto__:.*', false],
    ['(', false],
    ['nothing, pid:1234', true],
  ])('%j matches: %s', (filter, expected) => {
    expect(matches(filter)).toBe(expected);
  });

  it('says what is no regular expression', () => {
    expect(parseFilters('bash,name:[').invalid).toBe('[');
    expect(parseFilters('bash').invalid).toBeNull();
  });

  it('keeps the list as it is without filters', () => {
    const items = [PROCESS];
    expect(select(items, parseFilters(''))).toBe(items);
  });

  it('takes items without arguments, and programs and containers', () => {
    expect(matches('cmdline:.*', { name: 'a', cmdline: null })).toBe(false);
    expect(matches('web', { name: 'web' })).toBe(true);
    expect(matches('image:nginx:.*', { name: 'web', image: ['nginx:1.27'] })).toBe(true);
    expect(matches('x', {})).toBe(false);
  });
});

describe('a loosened filter', () => {
  it.each([
    ['pyth', '.*pyth.*'],
    ['username:ali', 'username:.*ali.*'],
    ['a|b', '.*(a|b).*'],
    ['[kw', String.raw`.*\[kw.*`],
    ['a, b', '.*a.*,.*b.*'],
  ])('of %j is %j', (text, expected) => {
    expect(loosened(parseFilters(text))).toBe(expected);
  });

  it('matches what the strict one matches', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 8 }), fc.string({ maxLength: 8 }), (text, name) => {
        if (matches(text, { name }) && parseFilters(text).filters.length > 0)
          expect(matches(loosened(parseFilters(text)), { name })).toBe(true);
      }),
    );
  });
});

describe('a filter for one value', () => {
  it('matches that value', () => {
    const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text);
    fc.assert(
      fc.property(name, (text) => {
        expect(matches(filterFor('name', text), { name: text })).toBe(true);
      }),
    );
    expect(matches(filterFor('pid', 1234))).toBe(true);
    expect(matches(filterFor('name', 'a.c'), { name: 'abc' })).toBe(false);
  });
});
