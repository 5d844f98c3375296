import { expect, it } from 'vitest';
import { type SwitcherEntry, matching } from './entries.ts';

const entry = (kind: SwitcherEntry['kind'], title: string, hint = ''): SwitcherEntry => ({
  kind,
  key: title,
  title,
  hint,
  run: () => undefined,
});
const ALL = [
  entry('setting', 'tree of processes'),
  entry('process', 'postgres', 'postgres: writer'),
  entry('host', 'db1', '10.0.0.5'),
  entry('section', 'Disks'),
  entry('process', 'dbus-daemon'),
];
const titlesOf = (all: readonly SwitcherEntry[], text: string): string[] =>
  matching(all, text).map(({ title }) => title);
const titles = (text: string): string[] => titlesOf(ALL, text);

it('finds what all words are in, by how near its name is, then by kind', () => {
  expect(titles('')).toEqual(['db1', 'Disks', 'tree of processes']);
  expect(titles('D')).toEqual(['db1', 'Disks', 'dbus-daemon']);
  expect(titles('host 10.0')).toEqual(['db1']);
  expect(titles('process post')).toEqual(['postgres']);
  expect(titles('nothing')).toEqual([]);
});

it('has the name itself before names that begin with it, and processes after the rest', () => {
  const all = [
    entry('process', 'cpuhp/0 19'),
    entry('setting', 'by CPU'),
    entry('process', 'cpu 7'),
    entry('setting', 'CPU of processes per machine'),
    entry('host', 'cpu-farm'),
    entry('section', 'CPU'),
  ];
  expect(titlesOf(all, 'cpu')).toEqual([
    'CPU',
    'CPU of processes per machine',
    'cpu 7',
    'cpu-farm',
    'cpuhp/0 19',
    'by CPU',
  ]);
  expect(titlesOf(all, 'cpu of')[0]).toBe('CPU of processes per machine');
});
