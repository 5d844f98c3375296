/** DISK_FAILING on recorded answers of smartctl, as the plugin serves them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskFailing } from '../../src/alerts/failure-rules/disk-failing.ts';
import { scsiAttributes } from '../../src/measure/plugins/smart/smartctl.ts';
import smart, { healthOf } from '../../src/measure/plugins/smart/smart.ts';
import type { Served } from '../../src/core/served.ts';
import { createKindRig } from '../support/kind-rig.ts';
import { stepPlugin } from '../support/step-plugin.ts';
import { listTestCases, parseTestCase } from '../support/test-case.ts';

const FOLDER = join(import.meta.dirname, '../../src/measure/plugins/smart/testcases');

const WORN = 'Disk sda is failing: its attribute End-to-End_Error fails now.';
/** How these recorded disks fail; the disks of all other cases are healthy. */
const FAILURES: Readonly<Record<string, readonly string[]>> = {
  'ailing-disk-with-exit-bits.txtar': ['Disk sdb is failing: its attribute End-to-End_Error fails now.'],
  'ata-and-nvme.txtar': [WORN],
  'chosen.txtar': [WORN],
  'sleeping.txtar': [WORN],
  'failed-status.txtar': [
    'Disk nvme0 is failing: its reliability is degraded.',
    'Disk sda is failing: its overall SMART status is FAILED.',
    'Disk sdb is failing: its overall SMART status is FAILED.',
  ],
};

describe('DISK_FAILING', () => {
  it.each(listTestCases(FOLDER))('judges %s, as its section does', async (name) => {
    const recorded = parseTestCase(readFileSync(join(FOLDER, name)), name);
    const [step] = await stepPlugin(smart, recorded);
    const disks = (step?.value ?? []) as readonly Served[];
    const rig = createKindRig(diskFailing);
    await rig.feed({ smart: disks });
    const failing = rig.ongoing().map(({ finding }) => finding?.sentence);
    expect(failing.toSorted()).toEqual(FAILURES[name] ?? []);
    expect(disks.filter((disk) => healthOf(disk) === 'CRITICAL')).toHaveLength(failing.length);
    await rig.feed({ smart: [] });
    expect(rig.ongoing()).toEqual([]);
  });

  it('reports error counters of SAS disks that grow, and none that stays', async () => {
    const disk = (defects: number, read: number) => ({
      smart: [
        {
          DeviceName: 'sdc SEAGATE',
          ...scsiAttributes({
            scsi_grown_defect_list: defects,
            scsi_error_counter_log: { read: { total_uncorrected_errors: read } },
          }),
        },
      ],
    });
    const rig = createKindRig(diskFailing);
    await rig.feed(disk(3, 1));
    await rig.feed(disk(3, 1));
    expect(rig.told()).toEqual([]);
    await rig.feed(disk(4, 2));
    expect(rig.ongoing()[0]).toMatchObject({
      event: { state: 'WARNING' },
      finding: {
        sentence: 'Disk sdc is losing data: grown defects from 3 to 4, uncorrected read errors from 1 to 2.',
      },
    });
  });
});
