import { expect, it } from 'vitest';
import { NOON, openRig } from '../../../test/support/archive-rig.ts';
import { createAvailability } from '../../core/availability.ts';
import { notChecked } from '../../core/check-result.ts';
import { seedAvailability } from './seed-availability.ts';

const DAY_MS = 86_400_000;

it('takes the past from the history, where time without a result does not count', async () => {
  const { archive, sample, clock } = await openRig({ name: 'checks', paceMs: 30_000 });
  await sample(1800, () => ({ web_1_up: 1 }));
  await sample(600, () => ({ other: 1 }));
  await sample(600, () => ({ web_1_up: 0 }));
  const availability = createAvailability();
  const results = ['web_1', 'port_1'].map((name) =>
    notChecked({ name, description: name, kind: 'web', target: name }),
  );
  await seedAvailability(archive, { all: () => results, availability }, clock.now());
  expect(clock.now()).toBe(NOON + 3_000_000);
  // Of 40 minutes with a result, 10 failed.
  expect(availability.shares('web_1', clock.now()).day).toBeCloseTo(75, 0);
  const later = availability.shares('web_1', clock.now() + 2 * DAY_MS);
  expect(later.day).toBeNull();
  expect(later.week).toBeCloseTo(75, 0);
  expect(availability.shares('port_1', clock.now()).day).toBeNull();
  await archive.stop();
});
