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
  expect(placed([section('raid', 9), inodes], 6)).toEqual(['raid 2', 'inodes 1']);
});
