import { expect, it } from 'vitest';
import type { Goal } from '../parts/goal.ts';
import { matching } from './goals.ts';

const goal = (kind: Goal['kind'], title: string, hint = ''): Goal => ({
  kind,
  key: title,
  title,
  hint,
  run: () => undefined,
});
const ALL = [
  goal('setting', 'tree of processes'),
  goal('process', 'postgres', 'postgres: writer'),
  goal('host', 'db1', '10.0.0.5'),
  goal('section', 'Disks'),
  goal('process', 'dbus-daemon'),
];
const titlesOf = (all: readonly Goal[], text: string): string[] =>
  matching(all, text).map(({ title }) => title);
const titles = (text: string): string[] => titlesOf(ALL, text);

it('finds what all words are in, by how near its name is, then by kind', () => {
  expect(titles('')).toEqual(['db1', 'Disks', 'tree of processes']);
  expect(titles('D')).toEqual(['db1', 'Disks', 'dbus-daemon']);
  expect(titles('host 10.0')).toEqual(['db1']);
  expect(titles('process post')).toEqual(['postgres']);
  expect(titles('nothing')).toEqual([]);
});

it('finds actions by other names, before processes of that name', () => {
  const why = { ...goal('action', 'Why is it slow?'), words: 'cause, explain' };
  const all = [goal('process', 'explain'), goal('section', 'Explained values'), why];
  expect(titlesOf(all, 'explain')).toEqual(['Explained values', 'Why is it slow?', 'explain']);
});

it('has the name itself before names that begin with it, and processes after the rest', () => {
  const all = [
    goal('process', 'cpuhp/0 19'),
    goal('setting', 'by CPU'),
    goal('process', 'cpu 7'),
    goal('setting', 'CPU of processes per machine'),
    goal('host', 'cpu-farm'),
    goal('section', 'CPU'),
  ];
  expect(titlesOf(all, 'cpu')).toEqual([
    'CPU',
    'CPU of processes per machine',
    'cpu-farm',
    'by CPU',
    'cpu 7',
    'cpuhp/0 19',
  ]);
  expect(titlesOf(all, 'cpu of')[0]).toBe('CPU of processes per machine');
});
