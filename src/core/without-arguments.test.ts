import { describe, expect, it } from 'vitest';
import { list, text } from './fields.ts';
import { definePlugin } from './plugin.ts';
import { argumentCutOf, cutArgumentsIn, programOf } from './without-arguments.ts';

const plugin = definePlugin({
  name: 'processlist',
  shape: 'list',
  key: 'name',
  description: 'Processes.',
  fields: {
    name: text('Name.'),
    cmdline: list('list', 'Program and arguments.', text('One.'), { sparse: true, holdsArguments: true }),
  },
  create: () => ({ read: () => [] }),
});

describe('a command line', () => {
  it.each([
    [['/usr/bin/python3', 'app.py', '--token=x'], ['/usr/bin/python3']],
    // As programs that rename themselves write it.
    [['/opt/chrome --type=renderer --secret=x'], ['/opt/chrome']],
    [['postgres: app shop 10.0.0.7'], ['postgres:']],
    ['sh -c "psql -W x"', 'sh'],
    [[], []],
    [null, null],
  ])('%j is cut to its program', (whole, program) => {
    expect(programOf(whole)).toEqual(program);
  });
});

describe('the items of a list', () => {
  it('keep all other members, and stay the same objects', () => {
    const cut = argumentCutOf(plugin);
    const items = [{ name: 'a', cmdline: ['a', 'b'] }, { name: 'kernel' }] as never[];
    const first = cut?.(items) as object[];
    expect(first).toEqual([{ name: 'a', cmdline: ['a'] }, { name: 'kernel' }]);
    const again = cut?.([...items]) as object[];
    expect(again.every((item, index) => item === first[index])).toBe(true);
    expect(items[0]).toEqual({ name: 'a', cmdline: ['a', 'b'] });
  });
});

describe('an answer of another agent', () => {
  it.each([
    [{ processlist: [{ cmdline: ['a', 'b'] }] }, { processlist: [{ cmdline: ['a'] }] }],
    [{ cmdline: [['a', 'b'], ['c'], null] }, { cmdline: [['a'], ['c'], null] }],
    [{ cmdline: 'a --b' }, { cmdline: 'a' }],
    [{ 7: { cmdline: { decoration: 'DEFAULT' } } }, { 7: { cmdline: { decoration: 'DEFAULT' } } }],
  ])('%j is cut at any depth', (given, expected) => {
    cutArgumentsIn(given, new Set(['cmdline']));
    expect(given).toEqual(expected);
  });
});
