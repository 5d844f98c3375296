import { expect, it } from 'vitest';
import { createStore, type Store } from '../store/store.ts';
import type { ShownVerdict } from '../store/verdicts.ts';
import { judgedReason } from './reason-for.ts';

it('shows signs in place of what cannot be seen in states that others chose', () => {
  const raid = { md0: { status: '\0in\u202Eactive', used: 1, available: 2, type: 'raid1', components: {} } };
  const verdict = { item: 'md0', field: '', level: 'CRITICAL', series: {}, thresholds: null, isStale: false };
  const store = {
    verdicts: { of: () => verdict },
    latest: () => ({ value: raid }),
  } as unknown as Store;
  const reason = judgedReason(store, { plugin: 'raid', field: '', item: 'md0' }, String);
  expect(reason).toBe('Critical: ␀in⟨202E⟩active');
});

it('gives the reason of a value that is drawn with a judged one: that of its alert', () => {
  const at = (field: string, level: ShownVerdict['level']): ShownVerdict => ({
    item: null,
    field,
    stat: 'LOAD',
    unit: 'float',
    level,
    thresholds: { careful: 0.7, warning: 1, critical: 5 },
    series: { [field]: LIMITS, ...(field === 'min5' && { min1: LIMITS }) },
  });
  const store = createStore();
  store.verdicts.take({ load: [at('min5', 'OK'), at('min15', 'WARNING')] });
  store.apply([{ plugin: 'load', value: { min1: 0.2, min5: 0.5, min15: 3, cpucore: 2 }, time: 1 }]);
  const text = (value: unknown): string => Number(value).toFixed(2);
  const min1 = { plugin: 'load', field: 'min1' };
  expect(store.verdicts.level(min1)).toBe('warning');
  expect(judgedReason(store, min1, text)).toBe('Warning: over 15 min 3.00, threshold 2.00');
  expect(judgedReason(store, { ...min1, field: 'cpucore' }, text)).toBe('');
});

const LIMITS = { careful: 1.4, warning: 2, critical: 10 };
