import { expect, it } from 'vitest';
import { placeSections, type Section } from './section.ts';

const section = (plugin: string, count: number, more: Partial<Section> = {}): Section => ({
  plugin,
  headings: [],
  rows: Array.from({ length: count }, (_, index) => ({ name: String(index), level: null, values: [] })),
  ...more,
});

const placed = (sections: readonly Section[], height: number) =>
  placeSections(sections, height).map(({ section: { plugin }, shown }) => `${plugin} ${shown}`);

it('shares lines: those that everybody looks for first, minor sections last, all in their places', () => {
  const paging = section('paging', 6, { isMinor: true });
  const sections = [paging, section('network', 3), section('raid', 5)];
  expect(placed(sections, 30)).toEqual(['paging 6', 'network 3', 'raid 5']);
  expect(placed(sections, 14)).toEqual(['paging 1', 'network 3', 'raid 5']);
  expect(placed(sections, 13)).toEqual(['network 3', 'raid 5']);
  expect(placed(sections, 8)).toEqual(['network 3', 'raid 2']);
  expect(placed(sections, 3)).toEqual(['network 2']);
  expect(placed(sections, 1)).toEqual([]);
});

it('takes a minor section with a problem as any other', () => {
  const full = { name: '/', level: 'critical', values: [] } as const;
  const inodes = section('inodes', 0, { isMinor: true, rows: [full] });
  expect(placed([section('raid', 9), inodes], 6)).toEqual(['inodes 1', 'raid 2']);
});

it('has sections with alerts first, and all of these before others grow', () => {
  const bad = (level: 'careful' | 'warning' | 'critical', count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: String(index), level, values: [] }) as const);
  const sections = [
    section('network', 4),
    section('diskio', 9, { rows: bad('careful', 9) }),
    section('fs', 9, { rows: bad('warning', 9) }),
    section('raid', 3, { rows: bad('critical', 3) }),
    section('smart', 2, { rows: bad('critical', 2) }),
  ];
  expect(placed(sections, 60).map((one) => one.split(' ')[0])).toEqual([
    'raid',
    'smart',
    'fs',
    'network',
    'diskio',
  ]);
  expect(placed(sections, 9)).toEqual(['raid 1', 'smart 1', 'fs 2']);
});
