import { expect, it } from 'vitest';
import { createEventRig } from '../../../test/support/event-rig.ts';
import { dateOf } from '../../core/date-of.ts';
import { watchExporters } from './export-events.ts';

it('a target that takes nothing for five minutes is an event, which ends with the failure', async () => {
  const rig = createEventRig();
  const dropped = { full: 7, age: 0, refused: 0 };
  let since: number | null = null;
  const states = () => [
    { name: 'influxdb2', failing_since: since, dropped_samples: { ...dropped } },
    { name: 'csv', failing_since: null, dropped_samples: { full: 0, age: 0, refused: 0 } },
  ];
  const stop = watchExporters(states, rig.events, rig.clock);
  since = rig.clock.now();
  await rig.clock.advance(290_000);
  expect(rig.told()).toEqual([]);
  await rig.clock.advance(20_000);
  expect(rig.told()).toEqual(['begin EXPORT_INFLUXDB2']);
  dropped.full += 1;
  await rig.clock.advance(15_000);
  expect(rig.told()).toEqual(['level EXPORT_INFLUXDB2']);
  since = null;
  await rig.clock.advance(15_000);
  expect(rig.told()).toEqual(['end EXPORT_INFLUXDB2']);
  stop();
});

it.each([10_800_000, -10_800_000])('is no event where only the clock is set by %i ms', async (step) => {
  const rig = createEventRig();
  const at = rig.clock.monotonic();
  const dropped = { full: 0, age: 0, refused: 0 };
  const stop = watchExporters(
    () => [{ name: 'csv', failing_since: dateOf(rig.clock, at), dropped_samples: dropped }],
    rig.events,
    rig.clock,
  );
  rig.clock.step(step);
  await rig.clock.advance(290_000);
  expect(rig.told()).toEqual([]);
  await rig.clock.advance(20_000);
  expect(rig.told()).toEqual(['begin EXPORT_CSV']);
  stop();
});
