import { expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { reasonFor } from './reason-for.ts';

it('shows signs in place of what cannot be seen in states that others chose', () => {
  const raid = { md0: { status: '\0in\u202Eactive', used: 1, available: 2, type: 'raid1', components: {} } };
  const verdict = { item: 'md0', field: '', level: 'CRITICAL', series: {}, thresholds: null, isStale: false };
  const store = {
    verdicts: { of: () => verdict },
    latest: () => ({ value: raid }),
  } as unknown as Store;
  const reason = reasonFor(store, { plugin: 'raid', field: '', item: 'md0' }, String);
  expect(reason).toBe('Critical: ␀in⟨202E⟩active');
});

it('gives the reason of a value that has the thresholds of another', () => {
  const verdict = {
    item: null,
    field: 'min5',
    unit: 'float',
    level: 'OK',
    thresholds: { careful: 0.7, warning: 1, critical: 5 },
    series: {
      min5: { careful: 1.4, warning: 2, critical: 10 },
      min1: { careful: 1.4, warning: 2, critical: 10 },
    },
  };
  const store = {
    verdicts: { of: () => undefined, ofPlugin: () => [verdict] },
    latest: () => ({ value: { min1: 3, min5: 0.5, cpucore: 2 } }),
  } as unknown as Store;
  const text = (value: unknown): string => Number(value).toFixed(2);
  expect(reasonFor(store, { plugin: 'load', field: 'min1' }, text)).toBe(
    'Warning: over 1 min 3.00, threshold 2.00',
  );
  expect(reasonFor(store, { plugin: 'load', field: 'cpucore' }, text)).toBe('');
});
