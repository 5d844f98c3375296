import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { sensorHot } from './sensor-hot.ts';

const sensor = (value: number | string, more: object = {}) => ({
  sensors: [{ label: 'Package id 0', value, unit: 'C', type: 'temperature_core', critical: 100, ...more }],
});

testKind(sensorHot, {
  fine: sensor(60),
  raise: [sensor(101)],
  is: ['SENSOR_HOT_PACKAGE ID 0', 'CRITICAL', 'Package id 0 is at 101 °C; its critical limit is 100 °C.'],
  clear: [sensor(96)],
  gone: [{ sensors: [] }],
  unreadable: [sensor('ERR')],
});

it('ends 3 °C below the limit, and knows chips without one', async () => {
  const rig = createKindRig(sensorHot);
  await rig.feed(sensor(130, { critical: 0 }));
  await rig.feed(sensor(100));
  expect(rig.told()).toEqual(['begin SENSOR_HOT_PACKAGE ID 0']);
  await rig.feed(sensor(97.5));
  expect(rig.told()).toEqual([]);
});
