import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { diskFailing } from './disk-failing.ts';

const ata = (reallocated: number, when = '-') => ({
  smart: [
    {
      DeviceName: 'sda WDC',
      '5': { name: 'Reallocated_Sector_Ct', raw: String(reallocated), when_failed: when },
      '197': { name: 'Current_Pending_Sector', raw: '0', when_failed: '-' },
    },
  ],
});
const nvme = (warnings: number, spare: number, used: number, errors = 0) => ({
  smart: [
    {
      DeviceName: 'nvme0 Samsung',
      '1': { name: 'Number of critical warnings', raw: warnings },
      '3': { name: 'Available spare (%)', raw: spare },
      '4': { name: 'Available spare threshold (%)', raw: 10 },
      '5': { name: 'Percentage used (%)', raw: used },
      '16': { name: 'Integrity errors', raw: errors },
    },
  ],
});

testKind(diskFailing, {
  fine: ata(8),
  raise: [ata(8, 'FAILING_NOW')],
  is: [
    'DISK_FAILING_SDA WDC',
    'CRITICAL',
    'Disk sda is failing: its attribute Reallocated_Sector_Ct fails now.',
  ],
  clear: [ata(8)],
  gone: [{ smart: [] }],
});

it.each([
  [nvme(1, 100, 3), 'its spare blocks run out'],
  [nvme(12, 100, 3), 'its reliability is degraded, it is read-only'],
  [nvme(128, 100, 3), 'its controller reports a critical warning'],
  [nvme(0, 9, 3), '9 % of its spare blocks are left, below its threshold of 10 %'],
  [nvme(0, 100, 104), '104 % of its endurance is used up'],
])('knows how NVMe disks fail: %#', async (values, words) => {
  const rig = createKindRig(diskFailing);
  await rig.feed(nvme(0, 10, 99));
  expect(rig.told()).toEqual([]);
  await rig.feed(values);
  expect(rig.ongoing()[0]).toMatchObject({
    event: { state: 'CRITICAL' },
    finding: { sentence: `Disk nvme0 is failing: ${words}.` },
  });
});

it('reports growth until it is acknowledged, also across restarts, and new growth again', async () => {
  const first = createKindRig(diskFailing);
  await first.feed(ata(8));
  await first.feed(ata(12));
  expect(first.told()).toEqual(['begin DISK_FAILING_SDA WDC']);
  expect(first.ongoing()[0]).toMatchObject({
    event: { state: 'WARNING' },
    finding: { sentence: 'Disk sda is losing data: reallocated sectors from 8 to 12.' },
  });
  const second = first.restart(86_400);
  await second.feed(ata(12));
  expect(second.told()).toEqual(['continue DISK_FAILING_SDA WDC']);
  await second.acknowledge();
  expect(second.told()).toEqual(['end DISK_FAILING_SDA WDC']);
  await second.feed(ata(12), 60);
  expect(second.told()).toEqual([]);
  await second.feed(ata(13));
  expect(second.told()).toEqual(['begin DISK_FAILING_SDA WDC']);
});
