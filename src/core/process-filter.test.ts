import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProcessEntry } from '../measure/sources/processes/entry.ts';
import { filterProcesses } from './linear-filter.ts';

const ENTRY: ProcessEntry = {
  key: 'pid',
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

const matches = (filter: string, entry: object = {}): boolean =>
  filterProcesses([filter])({ ...ENTRY, ...entry });

describe('a process filter', () => {
  it.each([
    // Without field: the whole name or argument 0, case-sensitively.
    ['python3', true],
    ['python', false],
    ['.*thon.*', true],
    ['PYTHON3', false],
    ['/usr/bin/python3', true],
    ['.*bin.*', true],
    ['-m', false],
    ['', false],
    // With field.
    ['name:python.', true],
    ['username:alice|bob', true],
    ['username:bob', false],
    ['cmdline:/usr/bin/.*', true],
    ['cmdline:.*http.*', false],
    ['io_counters:1 2 .*', true],
    // Numbers by their decimal text.
    ['pid:1234', true],
    ['pid:123', false],
    ['nice:-5', true],
    ['cpu_percent:0\\.5', true],
    // Missing or empty field.
    ['colour:.*', false],
    ['gids:.*', false],
    ['memory_percent:.*', false],
    ['__proto__:.*', false],
    // Alternatives are alternatives of the whole.
    ['a|python3', true],
    ['python3|a', true],
    // Not regular expressions.
    ['(', false],
    ['a)(b', false],
    ['name:[', false],
  ])('%j matches: %s', (filter, expected) => {
    expect(matches(filter)).toBe(expected);
  });

  it('is all that stands behind the first colon', () => {
    expect(matches('name:a:b', { name: 'a:b' })).toBe(true);
  });

  it('matches names that hold anything', () => {
    expect(matches('a.b', { name: 'a\nb' })).toBe(true);
  });

  it('does without arguments', () => {
    expect(matches('cmdline:.*', { cmdline: [] })).toBe(false);
    expect(matches('cmdline:.*', { cmdline: null })).toBe(false);
  });

  it('looks at no more than 4,096 characters of what a program calls itself', () => {
    const entry = { name: 'x', cmdline: ['a'.repeat(1_000_000)] };
    expect(matches('a+', entry)).toBe(true);
    expect(matches('.*(a|b).*c', entry)).toBe(false);
  });
});

describe('a list of filters', () => {
  it('needs one match', () => {
    expect(filterProcesses(['nothing', 'pid:1234'])(ENTRY)).toBe(true);
    expect(filterProcesses([])(ENTRY)).toBe(false);
  });

  it('takes any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 15 }), (filter, name) => {
        expect(typeof matches(filter, { name })).toBe('boolean');
      }),
    );
  });

  it('finds a name by its literal form', () => {
    const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 15 }), fc.string(), (name, other) => {
        const filter = `name:${escape(name)}`;
        expect(matches(filter, { name })).toBe(true);
        expect(matches(filter, { name: other })).toBe(other === name);
      }),
    );
  });
});
