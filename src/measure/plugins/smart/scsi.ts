/** Error counters of SAS disks: smartctl's `scsi_grown_defect_list` and `scsi_error_counter_log` (SPC-5, error counter log pages). */
import { type Attributes, plainAttribute } from './attribute.ts';
import { type Json, numberOf, objectOf } from './json.ts';

const OPERATIONS = ['read', 'write', 'verify'] as const;

/** Only those that the disk reports. */
export function scsiAttributes(disk: Json): Attributes {
  const log = objectOf(disk['scsi_error_counter_log']);
  const rows: [key: string, name: string, value: number | null][] = [
    ['grownDefects', 'Grown defects', numberOf(disk['scsi_grown_defect_list'])],
    ...OPERATIONS.map((operation): [string, string, number | null] => [
      `${operation}Uncorrected`,
      `Uncorrected ${operation} errors`,
      numberOf(objectOf(log[operation])['total_uncorrected_errors']),
    ]),
  ];
  return Object.fromEntries(
    rows.flatMap(([key, name, value], index) =>
      value === null ? [] : [[String(index + 1), plainAttribute(key, name, value)]],
    ),
  );
}
