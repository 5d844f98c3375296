/** Error counters of SAS disks: smartctl's `scsi_grown_defect_list` and `scsi_error_counter_log` (SPC-5, error counter log pages). */
import { type Attributes, plainAttribute } from './attribute.ts';
import type { Answer } from './answer.ts';

const OPERATIONS = ['read', 'write', 'verify'] as const;

/** Only those that the disk reports. */
export function scsiAttributes({
  scsi_grown_defect_list: defects,
  scsi_error_counter_log: log,
}: Answer): Attributes {
  const rows: [key: string, name: string, value: number | undefined][] = [
    ['grownDefects', 'Grown defects', defects],
    ...OPERATIONS.map((operation): [string, string, number | undefined] => [
      `${operation}Uncorrected`,
      `Uncorrected ${operation} errors`,
      log?.[operation]?.total_uncorrected_errors,
    ]),
  ];
  return Object.fromEntries(
    rows.flatMap(([key, name, value], index) =>
      value === undefined ? [] : [[String(index + 1), plainAttribute(key, name, value)]],
    ),
  );
}
