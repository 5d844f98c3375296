import { expect, it } from 'vitest';
import type { ShownVerdict } from '../../measure/levels/series.ts';
import { findingWords } from './finding-words.ts';
import { spoken } from './said-words.ts';

const VERDICT = {
  item: 'x',
  field: 'status',
  series: {},
  thresholds: null,
  isStale: false,
} as unknown as ShownVerdict;

it.each(['amps', 'containers', 'folders', 'ports', 'raid', 'smart', 'units', 'vms'])(
  '%s: a verdict that comes before the values it judges has a sentence',
  (plugin) => {
    const [, said] = findingWords(plugin, VERDICT, {}, () => '');
    expect(spoken(said)).toMatch(/x/);
  },
);
