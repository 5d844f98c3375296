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
