import { expect, it } from 'vitest';
import { healthOf } from './smart.ts';
import { scsiAttributes } from './smartctl.ts';

const DISK = {
  scsi_grown_defect_list: 7,
  scsi_error_counter_log: {
    read: { total_uncorrected_errors: 2 },
    write: { total_uncorrected_errors: 0 },
  },
};

it('has the counters that the disk reports', () => {
  expect(Object.values(scsiAttributes(DISK)).map(({ name, raw }) => [name, raw])).toEqual([
    ['Grown defects', 7],
    ['Uncorrected read errors', 2],
    ['Uncorrected write errors', 0],
  ]);
});

it('has none of other disks, which are not judged', () => {
  expect(scsiAttributes({})).toEqual({});
  expect(healthOf({ DeviceName: 'sdb x' })).toBe('DEFAULT');
  expect(healthOf({ DeviceName: 'sda x', ...scsiAttributes(DISK) })).toBe('OK');
});
