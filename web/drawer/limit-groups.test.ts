import { expect, it } from 'vitest';
import type { Thresholds } from '../../src/show/display/levels.ts';
import type { Series } from '../../src/show/display/series.ts';
import { limitGroups } from './limit-groups.ts';

const NONE: Thresholds = { careful: null, warning: null, critical: null };
const at = (warning: number): Thresholds => ({ ...NONE, warning });
const of = (plugin: Series['plugin'], field: string, item?: string): Series => ({
  plugin,
  field,
  ...(item !== undefined && { item }),
});
const judged = (series: Series, isReady = true) => ({ series, kind: 'percent' as const, isReady });

it('tells thresholds that are alike once, in the order of the series', () => {
  const limits: Record<string, Thresholds> = { '/': at(70), '/home': at(90), '/srv': at(70), '/boot': NONE };
  const groups = limitGroups(
    ['/boot', '/', '/home', '/srv'].map((item) => judged(of('fs', 'percent', item))),
    { thresholds: ({ item = '' }) => limits[item] ?? NONE, isLow: () => false },
  );
  expect(groups.map(({ at: place, labels, bands }) => [place, labels, bands.thresholds.warning])).toEqual([
    [1, ['File system / in use', 'File system /srv in use'], 70],
    [2, ['File system /home in use'], 90],
  ]);
});

it('keeps apart what is counted downwards, and leaves out what has no unit yet', () => {
  const low = of('sensors', 'value', 'battery');
  const groups = limitGroups([judged(of('cpu', 'total')), judged(low), judged(of('mem', 'percent'), false)], {
    thresholds: () => at(70),
    isLow: (series) => series === low,
  });
  expect(groups.map(({ bands: { isLow } }) => isLow)).toEqual([false, true]);
});
