import { expect, it } from 'vitest';
import { type Entry, matching } from './entries.ts';

const entry = (kind: Entry['kind'], title: string, hint = ''): Entry => ({
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
const titles = (text: string): string[] => matching(ALL, text).map(({ title }) => title);

it('finds what all words are in, by how its name begins, then by kind', () => {
  expect(titles('')).toEqual(['db1', 'Disks', 'tree of processes']);
  expect(titles('D')).toEqual(['db1', 'Disks', 'dbus-daemon']);
  expect(titles('host 10.0')).toEqual(['db1']);
  expect(titles('process post')).toEqual(['postgres']);
  expect(titles('nothing')).toEqual([]);
});
